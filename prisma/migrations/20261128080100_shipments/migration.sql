-- CreateTable
CREATE TABLE "shipments" (
    "bid_id" UUID NOT NULL,
    "auction_id" UUID NOT NULL,
    "carrier" TEXT NOT NULL,
    "tracking_number" TEXT,
    "tracking_url" TEXT,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shipments_pkey" PRIMARY KEY ("bid_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shipments_auction_id_key" ON "shipments"("auction_id");

-- AddForeignKey
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_bid_id_fkey" FOREIGN KEY ("bid_id") REFERENCES "bids"("bid_id") ON DELETE RESTRICT ON UPDATE CASCADE;
