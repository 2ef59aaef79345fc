-- Auctions that were completed before "await_balance" was there. Apart from that trigger, whose lock stops every bid. The trigger
-- inserts only what is completed from then on, so that neither waits for the other.
INSERT INTO "unbalanced_auctions" ("auction_id")
SELECT "auction_id" FROM "auctions" a
WHERE "status" = 'completed' AND "first_bid_attempt_at" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "auction_balances" b WHERE b."auction_id" = a."auction_id")
ON CONFLICT DO NOTHING;
