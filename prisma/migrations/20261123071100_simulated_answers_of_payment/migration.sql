-- Finds the request that opened a payment, for the provider's list of payments.
CREATE INDEX CONCURRENTLY "simulated_answers_of_payment" ON "simulated_answers" (("answer"->>'reference'))
    WHERE "request"->>'authorizationId' IS NOT NULL;
