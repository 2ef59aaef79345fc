-- Auctions of before, a thousand at a time: a commit after each lets those go on who wait for one of the rows. The statement stands alone,
-- as it can commit only outside of a transaction. Run anew, it goes on where it was. The lock of an auction keeps its status and its bids
-- as they are read.
DO $$
DECLARE
    done UUID := '00000000-0000-0000-0000-000000000000';
    ids UUID[];
BEGIN
    LOOP
        ids := ARRAY(SELECT "auction_id" FROM "auctions" WHERE "auction_id" > done ORDER BY "auction_id" LIMIT 1000);
        EXIT WHEN cardinality(ids) = 0;
        PERFORM FROM "auctions" WHERE "auction_id" = ANY(ids) ORDER BY "auction_id" FOR SHARE;
        INSERT INTO "bid_counts" AS known ("auction_id", "bid_count", "highest_bid_value_in_cents", "seller_id", "status")
        SELECT "auction_id",
            (SELECT count(*) FROM "bids" b WHERE b."auction_id" = a."auction_id"),
            (SELECT coalesce(max("bid_value_in_cents"), 0) FROM "bids" b WHERE b."auction_id" = a."auction_id"),
            "seller_id", "status"
        FROM "auctions" a WHERE "auction_id" = ANY(ids)
        ON CONFLICT ("auction_id") DO UPDATE
            SET "highest_bid_value_in_cents" = excluded."highest_bid_value_in_cents", "seller_id" = excluded."seller_id",
                "status" = excluded."status"
            WHERE known."seller_id" IS NULL;
        COMMIT;
        done := ids[cardinality(ids)];
    END LOOP;
END
$$;
