CREATE UNIQUE INDEX CONCURRENTLY "simulated_payments_idempotency_key_key" ON "simulated_payments"("idempotency_key");
