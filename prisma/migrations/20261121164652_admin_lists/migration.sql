-- CreateIndex
CREATE INDEX "auctions_open" ON "auctions"("auction_id") WHERE (status <> 'completed');

-- CreateIndex
CREATE INDEX "audit_log_action_entry_id_idx" ON "audit_log"("action", "entry_id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log"("at");
