-- DropIndex
DROP INDEX CONCURRENTLY "authorizations_bid_id_idx";
