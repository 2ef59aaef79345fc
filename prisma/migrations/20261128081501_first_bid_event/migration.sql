-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'first_bid_placed' BEFORE 'capture_failed';
