-- CreateEnum
CREATE TYPE "refund_reason" AS ENUM ('duplicate', 'fraudulent', 'requested_by_customer');

-- CreateEnum
CREATE TYPE "refund_state" AS ENUM ('requested', 'made', 'refused');

-- AlterTable
ALTER TABLE "simulated_reversals" ADD COLUMN     "refund_id" UUID;

-- CreateTable
CREATE TABLE "refunds" (
    "refund_id" UUID NOT NULL DEFAULT uuidv7(),
    "authorization_id" UUID NOT NULL,
    "auction_id" UUID NOT NULL,
    "amount_in_cents" INTEGER NOT NULL,
    "reason" "refund_reason" NOT NULL,
    "state" "refund_state" NOT NULL DEFAULT 'requested',
    "failure_code" TEXT,
    "dashboard_url" TEXT,
    "provider_reference" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "closed_at" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "unclear_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT clock_timestamp(),
    "waiting_since" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("refund_id")
);

-- CreateIndex
CREATE INDEX "refunds_authorization_id_idx" ON "refunds"("authorization_id");

-- CreateIndex
CREATE INDEX "refunds_auction_id_requested_at_idx" ON "refunds"("auction_id", "requested_at");

-- CreateIndex
CREATE INDEX "refunds_due" ON "refunds"("next_attempt_at") WHERE (next_attempt_at is not null);

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("authorization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "refunds"
    ADD CONSTRAINT "refunds_amount_positive" CHECK ("amount_in_cents" > 0),
    ADD CONSTRAINT "refunds_state" CHECK (
        ("state" = 'requested') = ("closed_at" IS NULL)
        AND ("state" = 'requested') = ("next_attempt_at" IS NOT NULL)
        AND ("state" = 'made') = ("provider_reference" IS NOT NULL)
        AND ("state" = 'refused') = ("failure_code" IS NOT NULL)
    );

-- A key may refund payments. The next migration validates the constraint.
ALTER TABLE "api_keys"
    DROP CONSTRAINT "api_keys_scopes_known",
    ADD CONSTRAINT "api_keys_scopes_known" CHECK (
        "scopes" IS NOT NULL
        AND cardinality("scopes") > 0
        AND "scopes" <@ ARRAY['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'payments:write',
            'payments:refund', 'keys:write', 'admin', 'public']
        AND ("scopes" = ARRAY['public'] OR NOT 'public' = ANY ("scopes"))
    ) NOT VALID;
