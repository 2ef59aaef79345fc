ALTER TABLE "bid_counts" ADD COLUMN     "highest_bid_value_in_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "seller_id" UUID,
ADD COLUMN     "status" "auction_status";

CREATE OR REPLACE FUNCTION "count_bids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Of an auction that was not counted yet, all bids are counted: bids on it wait for one another.
    INSERT INTO "bid_counts" AS known ("auction_id", "bid_count", "bidder_count", "highest_bid_value_in_cents")
    SELECT "auction_id", CASE WHEN EXISTS (SELECT FROM "bid_counts" c WHERE c."auction_id" = added."auction_id") THEN "count"
        ELSE (SELECT count(*) FROM "bids" b WHERE b."auction_id" = added."auction_id") END, "number", "highest"
    FROM (
        SELECT "auction_id", count(*) AS "count", coalesce(max("bidder_number"), 0) AS "number", max("bid_value_in_cents") AS "highest"
        FROM "added_bids" GROUP BY "auction_id"
    ) added
    ON CONFLICT ("auction_id") DO UPDATE
        SET "bid_count" = known."bid_count" + excluded."bid_count",
            "bidder_count" = greatest(known."bidder_count", excluded."bidder_count"),
            "highest_bid_value_in_cents" = greatest(known."highest_bid_value_in_cents", excluded."highest_bid_value_in_cents");
    RETURN NULL;
END
$$;

-- Every auction has its row from the beginning: auctions without a bid have a place in the order by highest bids, too. Also serves
-- processes of older versions.
CREATE FUNCTION "rank_auction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "bid_counts" ("auction_id", "bid_count", "seller_id", "status") VALUES (NEW."auction_id", 0, NEW."seller_id", NEW."status");
    RETURN NULL;
END
$$;

-- An auction of before has no row until the next migration fills it in.
CREATE FUNCTION "rank_auction_anew"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "bid_counts" SET "status" = NEW."status" WHERE "auction_id" = NEW."auction_id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "rank_auction" AFTER INSERT ON "auctions" FOR EACH ROW EXECUTE FUNCTION "rank_auction"();

CREATE TRIGGER "rank_auction_anew" AFTER UPDATE OF "status" ON "auctions" FOR EACH ROW
    WHEN (OLD."status" <> NEW."status") EXECUTE FUNCTION "rank_auction_anew"();
