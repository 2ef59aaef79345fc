-- Safe: the version before neither reads nor writes it.
ALTER TABLE "auctions" DROP COLUMN "first_bid_attempt_at";
-- Safe: the version before neither reads nor writes it.
DROP TABLE "unbalanced_auctions";
-- Safe: the version before neither reads nor writes it.
DROP TABLE "auction_balances";
-- Safe: the version before has no trigger that calls it.
DROP FUNCTION "await_balance";
