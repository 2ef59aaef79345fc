-- AlterTable
ALTER TABLE "auctions" ADD COLUMN     "buy_now_price_in_cents" INTEGER,
ADD COLUMN     "purchase_bid_id" UUID;

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "is_purchase" BOOLEAN;
