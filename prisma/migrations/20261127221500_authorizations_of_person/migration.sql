-- Finds the holds of a bidder on an auction; `num_nulls` tells the open ones from the closed ones. The cast leaves no other index to a
-- statement that asks for `auction_id::text`: several indexes begin with the auction, and each of them reads all of its holds.
CREATE INDEX CONCURRENTLY "authorizations_of_person" ON "authorizations" ("seller_id", "bidder_id", (("auction_id")::text), (num_nulls("closed_at")))
    WHERE "erased_at" IS NULL;
