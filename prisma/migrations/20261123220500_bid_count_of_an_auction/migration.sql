-- Rows that are there keep NULL: their bids are counted when they are read, until the next bid. A default in the first statement
-- would give them 0.
ALTER TABLE "auctions" ADD COLUMN "bid_count" INTEGER;
ALTER TABLE "auctions" ALTER COLUMN "bid_count" SET DEFAULT 0;

-- The page shows the number to everybody who watches: counting it would cost more with every bid. The trigger also serves
-- processes of older versions.
CREATE FUNCTION "count_bids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "auctions" a SET "bid_count" = coalesce(
        a."bid_count" + added."count",
        (SELECT count(*) FROM "bids" b WHERE b."auction_id" = a."auction_id"))
    FROM (SELECT "auction_id", count(*)::int AS "count" FROM "added_bids" GROUP BY "auction_id") added
    WHERE a."auction_id" = added."auction_id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "count_bids" AFTER INSERT ON "bids" REFERENCING NEW TABLE AS "added_bids"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_bids"();
