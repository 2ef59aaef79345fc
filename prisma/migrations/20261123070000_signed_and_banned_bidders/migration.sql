-- CreateTable
CREATE TABLE "bidder_signing" (
    "seller_id" UUID NOT NULL,
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "bidder_signing_pkey" PRIMARY KEY ("seller_id")
);

-- CreateTable
CREATE TABLE "banned_bidders" (
    "seller_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "bidder_id" TEXT NOT NULL,
    "reason" TEXT,
    "banned_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "banned_bidders_pkey" PRIMARY KEY ("seller_id","digest")
);

-- CreateIndex
CREATE INDEX "banned_bidders_seller_id_banned_at_digest_idx" ON "banned_bidders"("seller_id", "banned_at" DESC, "digest" DESC);

-- AddForeignKey
ALTER TABLE "bidder_signing" ADD CONSTRAINT "bidder_signing_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "banned_bidders" ADD CONSTRAINT "banned_bidders_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "bidder_signing" ADD CONSTRAINT "bidder_signing_previous_check"
  CHECK (("previous_secret" IS NULL) = ("previous_secret_expires_at" IS NULL));
ALTER TABLE "banned_bidders" ADD CONSTRAINT "banned_bidders_lengths"
  CHECK (octet_length("digest") = 32 AND char_length("bidder_id") BETWEEN 1 AND 200 AND char_length("reason") BETWEEN 3 AND 500);
