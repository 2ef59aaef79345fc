-- A new bid names its hold itself. What remains is a renewal that takes the place of a hold, and a hold that somebody captures at its provider.
-- Safe: the version before writes the column with each bid.
CREATE OR REPLACE TRIGGER "point_to_hold_anew" AFTER UPDATE OF "bid_id", "state" ON "authorizations" FOR EACH ROW
    WHEN (NEW."bid_id" IS NOT NULL AND (OLD."bid_id" IS NULL AND NEW."replaces_authorization_id" IS NOT NULL
        OR NEW."state" = 'captured_outside' AND OLD."state" <> 'captured_outside'))
    EXECUTE FUNCTION "point_to_hold"();

-- The row is there, except for auctions that are older than the counts: an update costs less than an insert that conflicts.
CREATE OR REPLACE FUNCTION "count_bids"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    added RECORD;
BEGIN
    FOR added IN
        SELECT "auction_id", count(*) AS "count", coalesce(max("bidder_number"), 0) AS "number", max("bid_value_in_cents") AS "highest"
        FROM "added_bids" GROUP BY "auction_id"
    LOOP
        UPDATE "bid_counts" SET "bid_count" = "bid_count" + added."count",
            "bidder_count" = greatest("bidder_count", added."number"),
            "highest_bid_value_in_cents" = greatest("highest_bid_value_in_cents", added."highest")
        WHERE "auction_id" = added."auction_id";
        -- Of an auction that was not counted yet, all bids are counted: bids on it wait for one another.
        IF NOT FOUND THEN
            INSERT INTO "bid_counts" ("auction_id", "bid_count", "bidder_count", "highest_bid_value_in_cents")
            VALUES (added."auction_id", (SELECT count(*) FROM "bids" b WHERE b."auction_id" = added."auction_id"), added."number", added."highest");
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;
