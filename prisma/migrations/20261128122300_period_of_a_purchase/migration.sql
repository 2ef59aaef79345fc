-- An auction that was bought may end within an hour of its start.
ALTER TABLE "auctions" DROP CONSTRAINT "auctions_bidding_period_length",
ADD CONSTRAINT "auctions_bidding_period_length" CHECK (
  bidding_period_ends_at - bidding_period_starts_at
    BETWEEN CASE WHEN purchase_bid_id IS NULL THEN interval '1 hour' ELSE interval '1 millisecond' END AND interval '7 days'
) NOT VALID;
