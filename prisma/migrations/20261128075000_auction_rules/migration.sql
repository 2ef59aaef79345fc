-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'auction_extended' BEFORE 'test';

-- AlterTable
ALTER TABLE "auctions" ADD COLUMN     "bid_steps" JSONB,
ADD COLUMN     "extension_count" INTEGER,
ADD COLUMN     "scheduled_ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "soft_close_maximum_seconds" INTEGER,
ADD COLUMN     "soft_close_window_seconds" INTEGER;
