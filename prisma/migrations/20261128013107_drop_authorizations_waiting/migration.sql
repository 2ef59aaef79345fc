-- DropIndex
DROP INDEX CONCURRENTLY "authorizations_waiting";
