-- Safe: only payments of test sellers are simulated, and no version is released.
UPDATE "simulated_payments" p SET "idempotency_key" = a."idempotency_key", "request" = a."request", "answer" = a."answer"
FROM "simulated_answers" a WHERE a."answer"->>'reference' = p."reference" AND a."request"->>'authorizationId' IS NOT NULL;

-- What remains are answers about refunds. Those from before are forgotten: the service finds a refund among those of its payment.
-- Safe: no version reads it, as 0.1.0 is not released.
DROP TABLE "simulated_answers";

CREATE TABLE "simulated_answers" (
    "idempotency_key" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "answer" JSONB NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "simulated_answers_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateIndex
CREATE INDEX "simulated_answers_answered_at_idx" ON "simulated_answers"("answered_at");

INSERT INTO "oldest_readers" ("version") VALUES ('0.1.0') ON CONFLICT DO NOTHING;
