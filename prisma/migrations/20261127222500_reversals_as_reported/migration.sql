-- A provider may report disputes of more than was captured: exchange rates move, and a second dispute may follow the first. They are recorded
-- as reported, and listed for a person. Statements of one authorization come one after the other: the trigger locks its row.
CREATE OR REPLACE FUNCTION "check_reversals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "authorizations" a
    WHERE a."authorization_id" = NEW."authorization_id" AND a."auction_id" = NEW."auction_id" AND a."state" IN ('captured', 'captured_outside')
    FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'reversals: authorization % is not captured', NEW."authorization_id" USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;
