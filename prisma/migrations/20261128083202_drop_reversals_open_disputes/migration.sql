-- It led to the open disputes of all sellers.
DROP INDEX CONCURRENTLY "reversals_open_disputes";
