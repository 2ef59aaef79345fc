-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'auction_created' BEFORE 'auction_started';
ALTER TYPE "webhook_event_type" ADD VALUE 'auction_updated' BEFORE 'auction_started';
