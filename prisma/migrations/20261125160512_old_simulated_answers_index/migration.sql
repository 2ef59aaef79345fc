-- Finds answers that are past their retention. Those that opened a payment are kept as long as the payment.
CREATE INDEX CONCURRENTLY "simulated_answers_old" ON "simulated_answers" (("request"->>'authorizationId'), "answered_at")
    WHERE "request"->>'authorizationId' IS NULL;
