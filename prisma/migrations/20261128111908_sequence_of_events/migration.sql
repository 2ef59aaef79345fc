-- The number of the auction's change that an event notifies of. Events from before the column have none.
ALTER TABLE "webhook_events" ADD COLUMN     "sequence" INTEGER;

-- Whoever changes an open auction holds its row, and then this one.
ALTER TABLE "bid_counts" ADD COLUMN     "change_count" INTEGER NOT NULL DEFAULT 1;

-- As before, and each bid is a change of its auction. The statement that writes the bid has given the number to its event already.
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
            "highest_bid_value_in_cents" = greatest("highest_bid_value_in_cents", added."highest"),
            "change_count" = "change_count" + added."count"
        WHERE "auction_id" = added."auction_id";
        -- Of an auction that was not counted yet, all bids are counted: bids on it wait for one another.
        IF NOT FOUND THEN
            INSERT INTO "bid_counts" ("auction_id", "bid_count", "bidder_count", "highest_bid_value_in_cents", "change_count")
            VALUES (added."auction_id", (SELECT count(*) FROM "bids" b WHERE b."auction_id" = added."auction_id"), added."number",
                added."highest", 1 + added."count");
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE FUNCTION "number_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "bid_counts" SET "change_count" = "change_count" + 1 WHERE "auction_id" = NEW."auction_id"
    RETURNING "change_count" INTO NEW."sequence";
    RETURN NEW;
END
$$;

-- Also serves processes of older versions. Events that follow from others have the number of those, which this version writes: to take one
-- would lock the auctions of many sellers in one transaction.
CREATE TRIGGER "number_event" BEFORE INSERT ON "webhook_events" FOR EACH ROW
    WHEN (NEW."sequence" IS NULL AND NEW."auction_id" IS NOT NULL
        AND NEW."event_type"::text NOT IN ('first_bid_placed', 'bid_outbid', 'bid_won', 'bid_lost'))
    EXECUTE FUNCTION "number_event"();
