-- CreateIndex
CREATE INDEX CONCURRENTLY "bids_winner_reference" ON "bids"("winner_reference") WHERE (winner_reference is not null);
