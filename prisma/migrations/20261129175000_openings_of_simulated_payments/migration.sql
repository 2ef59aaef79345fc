-- A payment keeps the request that opened it, and the answer. What became of a capture or a release is the state of the payment.
ALTER TABLE "simulated_payments" ADD COLUMN     "answer" JSONB,
ADD COLUMN     "idempotency_key" TEXT,
ADD COLUMN     "request" JSONB;

UPDATE "simulated_payments" p SET "idempotency_key" = a."idempotency_key", "request" = a."request", "answer" = a."answer"
FROM "simulated_answers" a WHERE a."answer"->>'reference' = p."reference" AND a."request"->>'authorizationId' IS NOT NULL;

DELETE FROM "simulated_answers" WHERE "request"->>'refundId' IS NULL;

-- DropIndex
DROP INDEX "simulated_answers_of_payment";

-- DropIndex
DROP INDEX "simulated_answers_old";

-- CreateIndex
CREATE INDEX "simulated_answers_answered_at_idx" ON "simulated_answers"("answered_at");

-- CreateIndex
CREATE UNIQUE INDEX "simulated_payments_idempotency_key_key" ON "simulated_payments"("idempotency_key");

INSERT INTO "oldest_readers" ("version") VALUES ('0.1.0') ON CONFLICT DO NOTHING;
