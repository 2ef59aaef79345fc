-- "page_token" is a digest of the token in the addresses of an onboarding, as "digestUuid" of src/core computes it.
-- Safe: there is one row a seller, and nobody writes it but the seller's onboarding.
UPDATE "payment_accounts" SET "page_token" = (
    SELECT (substr(digest, 1, 12) || '8' || substr(digest, 14, 3) || '8' || substr(digest, 18, 15))::uuid
    FROM encode(sha256(convert_to('payment account page ' || "page_token"::text, 'UTF8')), 'hex') AS digest
);
