-- CreateTable
CREATE TABLE "payment_accounts" (
    "seller_id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_reference" TEXT NOT NULL,
    "is_connected" BOOLEAN NOT NULL DEFAULT true,
    "charges_enabled" BOOLEAN NOT NULL DEFAULT false,
    "details_submitted" BOOLEAN NOT NULL DEFAULT false,
    "requirements" TEXT[],
    "disabled_reason" TEXT,
    "page_token" UUID NOT NULL DEFAULT gen_random_uuid(),
    "revision" INTEGER NOT NULL DEFAULT 0,
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "payment_accounts_pkey" PRIMARY KEY ("seller_id")
);

-- CreateTable
CREATE TABLE "simulated_accounts" (
    "account" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "is_onboarded" BOOLEAN NOT NULL DEFAULT false,
    "link_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "simulated_accounts_pkey" PRIMARY KEY ("account")
);

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "application_fee_in_cents" INTEGER,
ADD COLUMN     "payment_account" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "payment_accounts_page_token_key" ON "payment_accounts"("page_token");

-- CreateIndex
CREATE INDEX "payment_accounts_provider_provider_reference_idx" ON "payment_accounts"("provider", "provider_reference");

-- CreateIndex
CREATE UNIQUE INDEX "simulated_accounts_idempotency_key_key" ON "simulated_accounts"("idempotency_key");

-- AddForeignKey
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the provider says is bounded, and an account that was taken away takes no charges.
ALTER TABLE "payment_accounts"
    ADD CONSTRAINT "payment_accounts_bounded" CHECK (
        char_length("provider_reference") BETWEEN 1 AND 200
        AND "requirements" IS NOT NULL
        AND cardinality("requirements") <= 50
        AND char_length("disabled_reason") <= 200
    ),
    ADD CONSTRAINT "payment_accounts_charges_need_connection" CHECK ("is_connected" OR NOT "charges_enabled");

-- The next migration validates it, so that a large table is not read under a lock.
ALTER TABLE "authorizations"
    ADD CONSTRAINT "authorizations_fee_within_value" CHECK (
        "application_fee_in_cents" BETWEEN 0 AND "value_in_cents"
    ) NOT VALID,
    ADD CONSTRAINT "authorizations_fee_of_account" CHECK (
        ("payment_account" IS NULL) = ("application_fee_in_cents" IS NULL)
    ) NOT VALID;

-- A key may let its seller choose where the money goes.
ALTER TABLE "api_keys"
    DROP CONSTRAINT "api_keys_scopes_known",
    ADD CONSTRAINT "api_keys_scopes_known" CHECK (
        "scopes" IS NOT NULL
        AND cardinality("scopes") > 0
        AND "scopes" <@ ARRAY['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'payments:write', 'admin']
    ) NOT VALID;
