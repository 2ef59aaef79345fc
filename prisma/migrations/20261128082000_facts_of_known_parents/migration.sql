-- Safe: events and messages copy their seller from a row that refers to it, and no seller is ever deleted. Attempts to capture copy auction
-- and bid from their authorization, which refers to both. Each check locked a row for each event, each message and each attempt.
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_seller_id_fkey";
ALTER TABLE "messages" DROP CONSTRAINT "messages_seller_id_fkey";
ALTER TABLE "capture_attempts" DROP CONSTRAINT "capture_attempts_auction_id_fkey";
ALTER TABLE "capture_attempts" DROP CONSTRAINT "capture_attempts_bid_id_fkey";
