-- A constant default changes no row.
ALTER TABLE "seller_profiles"
    ADD COLUMN "ask_winner_for" TEXT NOT NULL DEFAULT 'NONE',
    ADD CONSTRAINT "seller_profiles_ask_winner_for_known" CHECK ("ask_winner_for" IN ('NONE', 'CONTACT', 'DELIVERY')) NOT VALID;

-- CreateTable
CREATE TABLE "delivery_details" (
    "bid_id" UUID NOT NULL,
    "auction_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT,
    "telephone" TEXT NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_details_pkey" PRIMARY KEY ("bid_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_details_auction_id_key" ON "delivery_details"("auction_id");

-- AddForeignKey
ALTER TABLE "delivery_details" ADD CONSTRAINT "delivery_details_bid_id_fkey" FOREIGN KEY ("bid_id") REFERENCES "bids"("bid_id") ON DELETE RESTRICT ON UPDATE CASCADE;
