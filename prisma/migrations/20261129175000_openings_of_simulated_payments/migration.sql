-- A payment keeps the request that opened it, and the answer. What became of a capture or a release is the state of the payment.
ALTER TABLE "simulated_payments" ADD COLUMN     "answer" JSONB,
ADD COLUMN     "idempotency_key" TEXT,
ADD COLUMN     "request" JSONB;
