-- CreateTable
CREATE TABLE "auction_balances" (
    "auction_id" UUID NOT NULL,
    "authorized_in_cents" BIGINT NOT NULL,
    "captured_in_cents" BIGINT NOT NULL,
    "released_in_cents" BIGINT NOT NULL,
    "expired_in_cents" BIGINT NOT NULL,
    "failed_in_cents" BIGINT NOT NULL,
    "refunded_in_cents" BIGINT NOT NULL,
    "disputed_in_cents" BIGINT NOT NULL,
    "kept_in_cents" BIGINT NOT NULL,
    "balanced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "auction_balances_pkey" PRIMARY KEY ("auction_id")
);

-- Every cent is in exactly one of them. Only what was captured can be kept, refunded or disputed.
ALTER TABLE "auction_balances"
    ADD CONSTRAINT "auction_balances_holds" CHECK (
        "authorized_in_cents" = "captured_in_cents" + "released_in_cents" + "expired_in_cents" + "failed_in_cents"
    ),
    ADD CONSTRAINT "auction_balances_captures" CHECK (
        "captured_in_cents" = "kept_in_cents" + "refunded_in_cents" + "disputed_in_cents"
    );
