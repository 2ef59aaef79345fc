-- DropIndex
DROP INDEX CONCURRENTLY "authorizations_of_bidder";
