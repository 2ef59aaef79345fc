-- Finds the bids of a browser on an auction, newest first. See `authorizations_of_person` for the cast.
CREATE INDEX CONCURRENTLY "authorizations_of_browser" ON "authorizations" ("browser_id", (("auction_id")::text), "created_at" DESC)
    WHERE "browser_id" IS NOT NULL;
