-- What holds keep true by themselves. For each statement, PostgreSQL parses the check constraints of a table and the conditions of its triggers anew:
-- fourteen checks and three conditions took a sixth of what a bid costs the database. A function is parsed once for each session.

ALTER TABLE "authorizations"
    DROP CONSTRAINT "authorizations_value_positive",
    DROP CONSTRAINT "authorizations_bidder_id_length",
    DROP CONSTRAINT "authorizations_email_length",
    DROP CONSTRAINT "authorizations_form_or_renewal",
    DROP CONSTRAINT "authorizations_reference_before_money",
    DROP CONSTRAINT "authorizations_held_until",
    DROP CONSTRAINT "authorizations_capture_backs_bid",
    DROP CONSTRAINT "authorizations_failure_has_reason",
    DROP CONSTRAINT "authorizations_fee_within_value",
    DROP CONSTRAINT "authorizations_fee_of_account",
    DROP CONSTRAINT "authorizations_final_is_closed",
    DROP CONSTRAINT "authorizations_open_is_due",
    DROP CONSTRAINT "authorizations_captured_within_value",
    DROP CONSTRAINT "authorizations_captured_outside_amount";

DROP TRIGGER "point_to_hold" ON "authorizations";
DROP TRIGGER "point_to_hold_anew" ON "authorizations";
DROP TRIGGER "hold_in_transcript" ON "authorizations";
-- Safe: only the triggers above have called it.
DROP FUNCTION "point_to_hold";
-- Safe: only the trigger above has called it.
DROP FUNCTION "hold_in_transcript";

-- As in a check constraint, a rule that compares with null is kept.
CREATE FUNCTION "check_authorization"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "broken" TEXT := CASE
        WHEN NOT NEW."value_in_cents" > 0 THEN 'value_positive'
        WHEN NOT char_length(NEW."bidder_id") BETWEEN 1 AND 200 THEN 'bidder_id_length'
        WHEN NOT char_length(NEW."email") BETWEEN 3 AND 320 THEN 'email_length'
        -- A form makes a bid; a renewal has no form.
        WHEN (NEW."submission_token" IS NULL) <> (NEW."replaces_authorization_id" IS NOT NULL)
            OR NEW."replaces_authorization_id" = NEW."authorization_id" THEN 'form_or_renewal'
        -- No card is touched before we have a name for the payment.
        WHEN NEW."provider_reference" IS NULL
            AND (NEW."state" NOT IN ('intended', 'releasing', 'released', 'failed') OR NEW."authorized_at" IS NOT NULL) THEN 'reference_before_money'
        WHEN (NEW."authorized_at" IS NULL) <> (NEW."capture_before" IS NULL)
            OR NEW."state" IN ('authorized', 'capturing', 'captured') AND NEW."authorized_at" IS NULL THEN 'held_until'
        -- Only what backs a bid is captured.
        WHEN NEW."state" IN ('capturing', 'captured') AND NEW."bid_id" IS NULL THEN 'capture_backs_bid'
        WHEN NEW."state" = 'failed' AND NEW."failure_code" IS NULL THEN 'failure_has_reason'
        WHEN NOT NEW."application_fee_in_cents" BETWEEN 0 AND NEW."value_in_cents" THEN 'fee_within_value'
        WHEN (NEW."payment_account" IS NULL) <> (NEW."application_fee_in_cents" IS NULL) THEN 'fee_of_account'
        -- A payment that was captured outside is open until nothing of it is left, and a worker has nothing to do about it.
        WHEN NEW."state" <> 'captured_outside' AND (NEW."closed_at" IS NOT NULL) <> (NEW."state" IN ('captured', 'released', 'expired', 'failed'))
            OR NEW."closed_at" IS NOT NULL AND NEW."next_attempt_at" IS NOT NULL THEN 'final_is_closed'
        -- A hold that no worker looks at again is final, or money that backs a bid.
        WHEN NEW."next_attempt_at" IS NULL AND NEW."closed_at" IS NULL AND NEW."state" <> 'captured_outside'
            AND (NEW."state" <> 'authorized' OR NEW."bid_id" IS NULL) THEN 'open_is_due'
        WHEN NEW."captured_in_cents" NOT BETWEEN 1 AND NEW."value_in_cents"
            OR NEW."captured_in_cents" IS NOT NULL AND NEW."captured_at" IS NULL THEN 'captured_within_value'
        WHEN NEW."state" = 'captured_outside' AND (NEW."captured_in_cents" IS NULL OR NEW."authorized_at" IS NULL) THEN 'captured_outside_amount'
    END;
BEGIN
    IF "broken" IS NOT NULL THEN
        RAISE EXCEPTION 'new row for relation "authorizations" violates "authorizations_%"', "broken"
            USING ERRCODE = 'check_violation', TABLE = 'authorizations', CONSTRAINT = 'authorizations_' || "broken";
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER "check_authorization" BEFORE INSERT OR UPDATE ON "authorizations" FOR EACH ROW EXECUTE FUNCTION "check_authorization"();

CREATE FUNCTION "follow_hold"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "renews" BOOLEAN := TG_OP = 'UPDATE' AND OLD."bid_id" IS NULL AND NEW."replaces_authorization_id" IS NOT NULL;
    "is_captured_outside" BOOLEAN := TG_OP = 'UPDATE' AND NEW."state" = 'captured_outside' AND OLD."state" <> 'captured_outside';
BEGIN
    IF NEW."bid_id" IS NULL THEN
        RETURN NULL;
    END IF;
    -- A bid points to the hold that backs it. A new bid names its hold itself. What remains is a renewal that takes the place of a hold, and a hold
    -- that had been replaced when somebody captures it at its provider.
    IF TG_OP = 'INSERT' OR "renews" OR "is_captured_outside" THEN
        UPDATE "bids" b SET "authorization_id" = NEW."authorization_id"
        WHERE b."bid_id" = NEW."bid_id" AND b."authorization_id" IS DISTINCT FROM NEW."authorization_id";
    END IF;
    -- A raise, a void and a refused capture; a renewal that takes the place of a lapsed hold, and a hold that somebody captures at its provider.
    IF TG_OP = 'UPDATE' AND (
        NEW."state" = 'releasing' AND OLD."state" = 'authorized' AND NEW."failure_code" IN ('raised', 'voided')
        OR OLD."state" = 'capturing' AND NEW."state" IN ('releasing', 'expired')
        OR "renews"
        OR "is_captured_outside" AND NEW."failure_code" IS DISTINCT FROM 'voided')
        -- Nothing follows the result.
        AND EXISTS (SELECT FROM "auctions" a WHERE a."auction_id" = NEW."auction_id" AND a."status" <> 'completed')
    THEN
        PERFORM "stand_in_transcript"(NEW."auction_id", NEW."bid_id", NEW."state" IN ('releasing', 'expired'));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "follow_hold" AFTER INSERT OR UPDATE OF "bid_id", "state" ON "authorizations" FOR EACH ROW EXECUTE FUNCTION "follow_hold"();
