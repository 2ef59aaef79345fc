-- A key may be one that everybody may see. The next migration validates the constraint.
ALTER TABLE "api_keys"
    ADD COLUMN "auction_ids" UUID[],
    ADD COLUMN "origins" TEXT[],
    DROP CONSTRAINT "api_keys_scopes_known",
    ADD CONSTRAINT "api_keys_scopes_known" CHECK (
        "scopes" IS NOT NULL
        AND cardinality("scopes") > 0
        AND "scopes" <@ ARRAY['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'payments:write', 'keys:write',
            'admin', 'public']
        AND ("scopes" = ARRAY['public'] OR NOT 'public' = ANY ("scopes"))
    ) NOT VALID;
