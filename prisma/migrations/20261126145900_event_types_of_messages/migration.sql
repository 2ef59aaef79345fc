-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'bid_outbid' BEFORE 'test';
ALTER TYPE "webhook_event_type" ADD VALUE 'bid_won' BEFORE 'test';
ALTER TYPE "webhook_event_type" ADD VALUE 'bid_lost' BEFORE 'test';
ALTER TYPE "webhook_event_type" ADD VALUE 'hold_at_risk' BEFORE 'test';
ALTER TYPE "webhook_event_type" ADD VALUE 'endpoint_disabled' BEFORE 'test';
