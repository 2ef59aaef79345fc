-- Bidders see each other as "Bidder 3". The number is written with the bid: made of the bidder's id, it would tell whoever guesses
-- the id who has bid. Bids of before, and of processes of older versions, have none.
ALTER TABLE "bids" ADD COLUMN "bidder_number" INTEGER;

-- The highest number so far.
ALTER TABLE "bid_counts" ADD COLUMN "bidder_count" INTEGER NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION "count_bids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- An auction that has bids already, and was not counted yet, is counted here.
    INSERT INTO "bid_counts" AS known ("auction_id", "bid_count", "bidder_count")
    SELECT "auction_id", CASE WHEN EXISTS (SELECT FROM "bid_counts" c WHERE c."auction_id" = added."auction_id") THEN 0
        ELSE (SELECT count(*) FROM "bids" b WHERE b."auction_id" = added."auction_id") END, "number"
    FROM (SELECT "auction_id", coalesce(max("bidder_number"), 0) AS "number" FROM "added_bids" GROUP BY "auction_id") added
    ON CONFLICT ("auction_id") DO UPDATE
        SET "bid_count" = known."bid_count" + (SELECT count(*) FROM "added_bids" a WHERE a."auction_id" = known."auction_id"),
            "bidder_count" = greatest(known."bidder_count", excluded."bidder_count");
    RETURN NULL;
END
$$;
