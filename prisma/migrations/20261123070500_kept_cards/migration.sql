-- CreateTable
CREATE TABLE "kept_cards" (
    "authorization_id" UUID NOT NULL,
    "first_authorization_id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "customer_reference" TEXT,
    "card_reference" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "kept_cards_pkey" PRIMARY KEY ("authorization_id")
);

-- CreateIndex
CREATE INDEX "kept_cards_due" ON "kept_cards"("next_attempt_at") WHERE (next_attempt_at IS NOT NULL);
