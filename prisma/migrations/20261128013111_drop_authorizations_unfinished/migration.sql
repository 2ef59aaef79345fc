-- DropIndex
DROP INDEX CONCURRENTLY "authorizations_unfinished";
