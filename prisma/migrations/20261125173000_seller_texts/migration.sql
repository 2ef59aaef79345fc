-- AlterTable
ALTER TABLE "seller_profiles" ADD COLUMN     "imprint" TEXT,
ADD COLUMN     "privacy" TEXT,
ADD COLUMN     "shipping" TEXT,
ADD COLUMN     "shop_url" TEXT;

-- The page links to no address that the service has not checked.
ALTER TABLE "seller_profiles" ADD CONSTRAINT "seller_profiles_shop_url_check" CHECK (shop_url ~ '^https://') NOT VALID;
