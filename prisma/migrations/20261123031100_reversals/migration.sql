-- CreateEnum
CREATE TYPE "reversal_kind" AS ENUM ('refund', 'dispute', 'fraud_warning');

-- CreateEnum
CREATE TYPE "reversal_state" AS ENUM ('pending', 'succeeded', 'failed', 'inquiry', 'closed', 'open', 'won', 'lost', 'reported');

-- CreateTable
CREATE TABLE "reversals" (
    "provider" "payment_provider" NOT NULL,
    "provider_reference" TEXT NOT NULL,
    "authorization_id" UUID NOT NULL,
    "auction_id" UUID NOT NULL,
    "kind" "reversal_kind" NOT NULL,
    "state" "reversal_state" NOT NULL,
    "amount_in_cents" INTEGER NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "taken_at" TIMESTAMPTZ(3),
    "returned_at" TIMESTAMPTZ(3),

    CONSTRAINT "reversals_pkey" PRIMARY KEY ("provider","provider_reference")
);

-- CreateTable
CREATE TABLE "simulated_reversals" (
    "reversal_reference" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "kind" "reversal_kind" NOT NULL,
    "state" "reversal_state" NOT NULL,
    "amount_in_cents" INTEGER NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "simulated_reversals_pkey" PRIMARY KEY ("reversal_reference")
);

-- CreateIndex
CREATE INDEX "reversals_auction_id_made_at_idx" ON "reversals"("auction_id", "made_at");

-- CreateIndex
CREATE INDEX "reversals_authorization_id_idx" ON "reversals"("authorization_id");

-- CreateIndex
CREATE INDEX "simulated_reversals_reference_made_at_idx" ON "simulated_reversals"("reference", "made_at");

-- AddForeignKey
ALTER TABLE "simulated_reversals" ADD CONSTRAINT "simulated_reversals_reference_fkey" FOREIGN KEY ("reference") REFERENCES "simulated_payments"("reference") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the table keeps true by itself, whatever the code above it does.

ALTER TABLE "reversals"
    ADD CONSTRAINT "reversals_amount_positive" CHECK ("amount_in_cents" > 0),
    ADD CONSTRAINT "reversals_state_of_kind" CHECK (CASE "kind"
        WHEN 'refund' THEN "state" IN ('pending', 'succeeded', 'failed')
        WHEN 'dispute' THEN "state" IN ('inquiry', 'closed', 'open', 'won', 'lost')
        WHEN 'fraud_warning' THEN "state" = 'reported' END),
    -- A state says whether the money is away: taken, and not returned.
    ADD CONSTRAINT "reversals_money_of_state" CHECK (
        ("state" IN ('pending', 'succeeded', 'open', 'lost')) = ("taken_at" IS NOT NULL AND "returned_at" IS NULL)
        AND ("returned_at" IS NULL OR "taken_at" IS NOT NULL)
    );

-- Only captured money is reversed, and no more of it than was captured. Statements of one authorization come one after the other:
-- the trigger locks its row.
CREATE FUNCTION "check_reversals"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    captured integer;
BEGIN
    SELECT "value_in_cents" INTO captured FROM "authorizations" a
    WHERE a."authorization_id" = NEW."authorization_id" AND a."auction_id" = NEW."auction_id" AND a."state" = 'captured'
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

CREATE TRIGGER "reversals_within_capture" AFTER INSERT OR UPDATE ON "reversals"
    FOR EACH ROW EXECUTE FUNCTION "check_reversals"();
