-- CreateTable
CREATE TABLE "seller_profiles" (
    "seller_id" UUID NOT NULL,
    "display_name" TEXT,
    "accent_color" TEXT,
    "contact" TEXT,
    "terms" TEXT,
    "return_address" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "seller_profiles_pkey" PRIMARY KEY ("seller_id")
);

-- CreateTable
CREATE TABLE "auction_presentations" (
    "auction_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "description" TEXT,
    "after_winning" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "auction_presentations_pkey" PRIMARY KEY ("auction_id")
);

-- AddForeignKey
ALTER TABLE "seller_profiles" ADD CONSTRAINT "seller_profiles_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auction_presentations" ADD CONSTRAINT "auction_presentations_auction_id_fkey" FOREIGN KEY ("auction_id") REFERENCES "auctions"("auction_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auction_presentations" ADD CONSTRAINT "auction_presentations_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "sellers"("seller_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The page shows no text or colour that the service has not checked.
ALTER TABLE "seller_profiles" ADD CONSTRAINT "seller_profiles_accent_color_check" CHECK (accent_color ~ '^#[0-9a-f]{6}$');
ALTER TABLE "auction_presentations" ADD CONSTRAINT "auction_presentations_length_check"
  CHECK (char_length(description) <= 5000 AND char_length(after_winning) <= 2000);
