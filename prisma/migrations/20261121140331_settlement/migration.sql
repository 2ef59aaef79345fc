-- CreateEnum
CREATE TYPE "capture_result" AS ENUM ('captured', 'refused', 'unknown');

-- CreateTable
CREATE TABLE "capture_attempts" (
    "authorization_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "auction_id" UUID NOT NULL,
    "bid_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "result" "capture_result",
    "reason" TEXT,

    CONSTRAINT "capture_attempts_pkey" PRIMARY KEY ("authorization_id","attempt")
);

-- CreateIndex
CREATE INDEX "capture_attempts_auction_id_requested_at_idx" ON "capture_attempts"("auction_id", "requested_at");

-- AddForeignKey
ALTER TABLE "capture_attempts" ADD CONSTRAINT "capture_attempts_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("authorization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capture_attempts" ADD CONSTRAINT "capture_attempts_auction_id_fkey" FOREIGN KEY ("auction_id") REFERENCES "auctions"("auction_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capture_attempts" ADD CONSTRAINT "capture_attempts_bid_id_fkey" FOREIGN KEY ("bid_id") REFERENCES "bids"("bid_id") ON DELETE RESTRICT ON UPDATE CASCADE;
