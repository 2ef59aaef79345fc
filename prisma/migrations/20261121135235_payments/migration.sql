-- CreateEnum
CREATE TYPE "payment_provider" AS ENUM ('simulated', 'stripe');

-- CreateEnum
CREATE TYPE "authorization_state" AS ENUM ('intended', 'challenged', 'authorized', 'capturing', 'captured', 'releasing', 'released', 'expired', 'failed');

-- CreateEnum
CREATE TYPE "simulated_payment_status" AS ENUM ('opened', 'challenged', 'authorized', 'captured', 'released', 'expired', 'failed');

-- CreateEnum
CREATE TYPE "simulated_effect" AS ENUM ('held', 'captured', 'released', 'lapsed');

-- CreateTable
CREATE TABLE "authorizations" (
    "authorization_id" UUID NOT NULL DEFAULT uuidv7(),
    "auction_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "bid_id" UUID,
    "bidder_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "value_in_cents" INTEGER NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_reference" TEXT,
    "state" "authorization_state" NOT NULL DEFAULT 'intended',
    "failure_code" TEXT,
    "capture_before" TIMESTAMPTZ(3),
    "replaces_authorization_id" UUID,
    "submission_token" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "authorized_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorizations_pkey" PRIMARY KEY ("authorization_id")
);

-- CreateTable
CREATE TABLE "simulated_payments" (
    "reference" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "amount_in_cents" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "renews" TEXT,
    "status" "simulated_payment_status" NOT NULL DEFAULT 'opened',
    "card" TEXT,
    "challenge_id" UUID,
    "failure_code" TEXT,
    "capture_before" TIMESTAMPTZ(3),
    "stumbles" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "simulated_payments_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "simulated_ledger" (
    "entry_id" BIGSERIAL NOT NULL,
    "reference" TEXT NOT NULL,
    "effect" "simulated_effect" NOT NULL,
    "amount_in_cents" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulated_ledger_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "simulated_answers" (
    "idempotency_key" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "answer" JSONB NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "simulated_answers_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateIndex
CREATE INDEX "authorizations_auction_id_state_idx" ON "authorizations"("auction_id", "state");

-- CreateIndex
CREATE INDEX "authorizations_bid_id_idx" ON "authorizations"("bid_id");

-- CreateIndex
CREATE INDEX "authorizations_unfinished" ON "authorizations"("next_attempt_at") WHERE (next_attempt_at is not null);

-- CreateIndex
CREATE INDEX "authorizations_that_lapse" ON "authorizations"("capture_before") WHERE (state = 'authorized');

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_auction_id_submission_token_key" ON "authorizations"("auction_id", "submission_token");

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_provider_provider_reference_key" ON "authorizations"("provider", "provider_reference");

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_one_capture" ON "authorizations"("auction_id") WHERE (state = 'capturing' or state = 'captured');

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_one_backing" ON "authorizations"("bid_id") WHERE (state = 'authorized' or state = 'capturing' or state = 'captured');

-- CreateIndex
CREATE UNIQUE INDEX "authorizations_one_renewal" ON "authorizations"("replaces_authorization_id") WHERE (state <> 'released' and state <> 'expired' and state <> 'failed');

-- CreateIndex
CREATE UNIQUE INDEX "simulated_payments_challenge_id_key" ON "simulated_payments"("challenge_id");

-- CreateIndex
CREATE INDEX "simulated_ledger_reference_entry_id_idx" ON "simulated_ledger"("reference", "entry_id");

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_auction_id_fkey" FOREIGN KEY ("auction_id") REFERENCES "auctions"("auction_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_bid_id_fkey" FOREIGN KEY ("bid_id") REFERENCES "bids"("bid_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_replaces_authorization_id_fkey" FOREIGN KEY ("replaces_authorization_id") REFERENCES "authorizations"("authorization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulated_ledger" ADD CONSTRAINT "simulated_ledger_reference_fkey" FOREIGN KEY ("reference") REFERENCES "simulated_payments"("reference") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the tables keep true by themselves, whatever the code above them does.

ALTER TABLE "authorizations"
    ADD CONSTRAINT "authorizations_value_positive" CHECK ("value_in_cents" > 0),
    ADD CONSTRAINT "authorizations_bidder_id_length" CHECK (char_length("bidder_id") BETWEEN 1 AND 200),
    ADD CONSTRAINT "authorizations_email_length" CHECK (char_length("email") BETWEEN 3 AND 320),
    -- A form makes a bid; a renewal has no form.
    ADD CONSTRAINT "authorizations_form_or_renewal" CHECK (
        ("submission_token" IS NULL) = ("replaces_authorization_id" IS NOT NULL)
        AND "replaces_authorization_id" IS DISTINCT FROM "authorization_id"
    ),
    -- No card is touched before we have a name for the payment.
    ADD CONSTRAINT "authorizations_reference_before_money" CHECK (
        "provider_reference" IS NOT NULL
        OR ("state" IN ('intended', 'releasing', 'released', 'failed') AND "authorized_at" IS NULL)
    ),
    ADD CONSTRAINT "authorizations_held_until" CHECK (
        ("authorized_at" IS NULL) = ("capture_before" IS NULL)
        AND ("state" NOT IN ('authorized', 'capturing', 'captured') OR "authorized_at" IS NOT NULL)
    ),
    -- Only what backs a bid is captured.
    ADD CONSTRAINT "authorizations_capture_backs_bid" CHECK ("state" NOT IN ('capturing', 'captured') OR "bid_id" IS NOT NULL),
    ADD CONSTRAINT "authorizations_closed_is_final" CHECK (
        ("closed_at" IS NOT NULL) = ("state" IN ('captured', 'released', 'expired', 'failed'))
        AND ("closed_at" IS NULL OR "next_attempt_at" IS NULL)
    ),
    ADD CONSTRAINT "authorizations_failure_has_reason" CHECK ("state" <> 'failed' OR "failure_code" IS NOT NULL),
    -- What nobody looks at again is either final or money that backs a bid.
    ADD CONSTRAINT "authorizations_never_forgotten" CHECK (
        "next_attempt_at" IS NOT NULL OR "closed_at" IS NOT NULL OR ("state" = 'authorized' AND "bid_id" IS NOT NULL)
    );

ALTER TABLE "simulated_payments"
    ADD CONSTRAINT "simulated_payments_amount_within_limits" CHECK ("amount_in_cents" BETWEEN 1 AND 99999999),
    ADD CONSTRAINT "simulated_payments_held_until" CHECK ("status" NOT IN ('authorized', 'captured', 'expired') OR "capture_before" IS NOT NULL),
    ADD CONSTRAINT "simulated_payments_failure_has_reason" CHECK ("status" <> 'failed' OR "failure_code" IS NOT NULL);

-- A ledger is added to and never rewritten.
CREATE FUNCTION "refuse_to_rewrite_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'simulated_ledger is append-only';
END
$$;

CREATE TRIGGER "simulated_ledger_append_only" BEFORE UPDATE OR DELETE ON "simulated_ledger"
    FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite_ledger"();
