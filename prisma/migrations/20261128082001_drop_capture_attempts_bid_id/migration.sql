-- Safe: only the check of the foreign key read it.
DROP INDEX CONCURRENTLY "capture_attempts_bid_id_idx";
