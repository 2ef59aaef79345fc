-- DropIndex
DROP INDEX CONCURRENTLY "authorizations_one_renewal";
