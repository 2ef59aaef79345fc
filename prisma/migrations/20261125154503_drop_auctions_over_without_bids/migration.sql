-- DropIndex
DROP INDEX CONCURRENTLY "auctions_over_without_bids_of_seller";
