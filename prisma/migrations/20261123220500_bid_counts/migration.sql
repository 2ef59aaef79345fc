-- The page shows the number of bids to everybody who watches: counting them anew would cost more with every bid. The row of the
-- auction is no place for it: it would be a new row with every bid, while intents to bid refer to it.
CREATE TABLE "bid_counts" (
    "auction_id" UUID NOT NULL,
    "bid_count" INTEGER NOT NULL,

    CONSTRAINT "bid_counts_pkey" PRIMARY KEY ("auction_id")
) WITH (fillfactor = 50);

-- Also serves processes of older versions. Auctions that have bids already are counted at their next one.
CREATE FUNCTION "count_bids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "bid_counts" known SET "bid_count" = known."bid_count" + added."count"
    FROM (SELECT "auction_id", count(*)::int AS "count" FROM "added_bids" GROUP BY "auction_id") added
    WHERE known."auction_id" = added."auction_id";

    INSERT INTO "bid_counts" AS known ("auction_id", "bid_count")
    SELECT "auction_id", (SELECT count(*) FROM "bids" b WHERE b."auction_id" = added."auction_id")
    FROM (SELECT DISTINCT "auction_id" FROM "added_bids") added
    WHERE NOT EXISTS (SELECT FROM "bid_counts" c WHERE c."auction_id" = added."auction_id")
    ON CONFLICT ("auction_id") DO UPDATE
        SET "bid_count" = known."bid_count" + (SELECT count(*) FROM "added_bids" a WHERE a."auction_id" = known."auction_id");
    RETURN NULL;
END
$$;

CREATE TRIGGER "count_bids" AFTER INSERT ON "bids" REFERENCING NEW TABLE AS "added_bids"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_bids"();
