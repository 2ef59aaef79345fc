-- The same for the auctions that are open now, some at a time: a bid waits for the rows of one batch, and for a moment. A statement that stands
-- alone in its migration may commit.
DO $$
DECLARE
    batch_size INTEGER;
BEGIN
    LOOP
        UPDATE "auctions" SET "first_bid_attempt_at" = clock_timestamp()
        WHERE "auction_id" = ANY (ARRAY(
            SELECT "auction_id" FROM "auctions" WHERE "status" <> 'completed' AND "first_bid_attempt_at" IS NULL
            LIMIT 200 FOR NO KEY UPDATE));
        GET DIAGNOSTICS batch_size = ROW_COUNT;
        COMMIT;
        EXIT WHEN batch_size = 0;
    END LOOP;
END
$$;
