-- No version from here on reads "first_bid_attempt_at". The version before takes an auction that has it for one that may have bids: it leaves
-- the end of that auction to settlement, and releases all holds when that auction is cancelled.
ALTER TABLE "auctions" ALTER COLUMN "first_bid_attempt_at" SET DEFAULT clock_timestamp();

-- The trigger runs for every auction that completes. One that nobody has bid on has nothing to balance.
CREATE OR REPLACE FUNCTION "await_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "unbalanced_auctions" ("auction_id")
    SELECT NEW."auction_id" WHERE EXISTS (SELECT FROM "authorizations" a WHERE a."auction_id" = NEW."auction_id")
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
