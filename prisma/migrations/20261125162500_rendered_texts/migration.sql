-- The version before writes a text and leaves its rendering: each rendering names the text that it was made of.
ALTER TABLE "auction_presentations" ADD COLUMN     "rendered" JSONB;
ALTER TABLE "seller_profiles" ADD COLUMN     "rendered" JSONB;
