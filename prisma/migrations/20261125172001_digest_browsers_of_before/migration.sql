-- The rows that hold a cookie, a thousand at a time: a commit after each lets those go on who wait for one of the rows. The statement stands
-- alone, as it can commit only outside of a transaction. Run anew, it goes on where it was. The trigger "digest_browser" makes the digests.
DO $$
DECLARE
    done UUID := '00000000-0000-0000-0000-000000000000';
    ids UUID[];
BEGIN
    LOOP
        ids := ARRAY(
            SELECT "authorization_id" FROM "authorizations" WHERE "authorization_id" > done ORDER BY "authorization_id" LIMIT 1000
        );
        EXIT WHEN cardinality(ids) = 0;
        UPDATE "authorizations" SET "browser_id" = "browser_id"
        WHERE "authorization_id" = ANY(ids) AND substr("browser_id"::text, 15, 1) <> '8';
        COMMIT;
        done := ids[cardinality(ids)];
    END LOOP;
END
$$;
