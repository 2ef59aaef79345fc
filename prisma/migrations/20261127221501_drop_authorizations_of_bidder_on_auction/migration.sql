DROP INDEX CONCURRENTLY "authorizations_of_bidder_on_auction";
