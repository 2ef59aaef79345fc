-- Safe: refunds and disputes are few, and only an event of their provider changes one.
UPDATE "reversals" SET "seller_id" = "auctions"."seller_id" FROM "auctions"
WHERE "auctions"."auction_id" = "reversals"."auction_id" AND "reversals"."seller_id" IS NULL;
