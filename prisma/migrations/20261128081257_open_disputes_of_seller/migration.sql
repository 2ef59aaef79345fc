CREATE INDEX CONCURRENTLY "reversals_open_disputes_of_seller" ON "reversals"("seller_id", "made_at" DESC) WHERE (kind = 'dispute' and (state = 'open' or state = 'inquiry'));
