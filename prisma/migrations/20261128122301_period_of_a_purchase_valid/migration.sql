ALTER TABLE "auctions" VALIDATE CONSTRAINT "auctions_bidding_period_length";
