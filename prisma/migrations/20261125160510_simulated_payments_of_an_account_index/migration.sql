-- CreateIndex
CREATE INDEX CONCURRENTLY "simulated_payments_account_idx" ON "simulated_payments"("account");
