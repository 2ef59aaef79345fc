-- Bids of before, those of a thousand auctions at a time: a commit after each lets those go on who wait for one of the rows. The statement
-- stands alone, as it can commit only outside of a transaction. Run anew, it goes on where it was. The lock of an auction keeps its holds in
-- their places.
DO $$
DECLARE
    done UUID := '00000000-0000-0000-0000-000000000000';
    ids UUID[];
BEGIN
    LOOP
        ids := ARRAY(SELECT "auction_id" FROM "auctions" WHERE "auction_id" > done ORDER BY "auction_id" LIMIT 1000);
        EXIT WHEN cardinality(ids) = 0;
        PERFORM FROM "auctions" WHERE "auction_id" = ANY(ids) ORDER BY "auction_id" FOR SHARE;
        UPDATE "bids" b SET "authorization_id" = (
            SELECT "authorization_id" FROM "authorizations" a WHERE a."bid_id" = b."bid_id"
            ORDER BY a."state" = 'captured_outside' DESC, a."created_at" DESC, a."authorization_id" DESC LIMIT 1)
        WHERE b."auction_id" = ANY(ids) AND b."authorization_id" IS NULL;
        COMMIT;
        done := ids[cardinality(ids)];
    END LOOP;
END
$$;
