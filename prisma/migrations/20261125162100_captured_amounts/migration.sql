-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "captured_at" TIMESTAMPTZ(3),
ADD COLUMN     "captured_in_cents" INTEGER,
ADD COLUMN     "reversals_due_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "simulated_payments" ADD COLUMN     "captured_in_cents" INTEGER;

-- What was captured outside is open until nothing of it is left, and a worker has nothing to do about it.
ALTER TABLE "authorizations"
    DROP CONSTRAINT "authorizations_closed_is_final",
    DROP CONSTRAINT "authorizations_never_forgotten",
    ADD CONSTRAINT "authorizations_final_is_closed" CHECK (
        ("state" = 'captured_outside' OR ("closed_at" IS NOT NULL) = ("state" IN ('captured', 'released', 'expired', 'failed')))
        AND ("closed_at" IS NULL OR "next_attempt_at" IS NULL)
    ) NOT VALID,
    ADD CONSTRAINT "authorizations_open_is_due" CHECK (
        "next_attempt_at" IS NOT NULL OR "closed_at" IS NOT NULL OR ("state" = 'authorized' AND "bid_id" IS NOT NULL)
        OR "state" = 'captured_outside'
    ) NOT VALID,
    ADD CONSTRAINT "authorizations_captured_within_value" CHECK (
        ("captured_in_cents" BETWEEN 1 AND "value_in_cents") AND "captured_at" IS NOT NULL OR "captured_in_cents" IS NULL
    ) NOT VALID,
    ADD CONSTRAINT "authorizations_captured_outside_amount" CHECK (
        "state" <> 'captured_outside' OR ("captured_in_cents" IS NOT NULL AND "authorized_at" IS NOT NULL)
    ) NOT VALID;

-- Only captured money is reversed, and no more of it than was captured. Statements of one authorization come one after the other:
-- the trigger locks its row.
CREATE OR REPLACE FUNCTION "check_reversals"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    captured integer;
BEGIN
    SELECT coalesce("captured_in_cents", "value_in_cents") INTO captured FROM "authorizations" a
    WHERE a."authorization_id" = NEW."authorization_id" AND a."auction_id" = NEW."auction_id" AND a."state" IN ('captured', 'captured_outside')
    FOR NO KEY UPDATE;
    IF captured IS NULL THEN
        RAISE EXCEPTION 'reversals: authorization % is not captured', NEW."authorization_id" USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (
        SELECT FROM "reversals" r
        WHERE r."authorization_id" = NEW."authorization_id" AND r."taken_at" IS NOT NULL AND r."returned_at" IS NULL
        GROUP BY r."kind" HAVING sum(r."amount_in_cents") > captured
    ) THEN
        RAISE EXCEPTION 'reversals: more than was captured of authorization %', NEW."authorization_id" USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;
