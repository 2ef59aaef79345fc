-- A constant default changes no row.
ALTER TABLE "seller_profiles"
    ADD COLUMN "lots_page" TEXT NOT NULL DEFAULT 'HIDDEN',
    ADD CONSTRAINT "seller_profiles_lots_page_known" CHECK ("lots_page" IN ('HIDDEN', 'SHARED', 'INDEXED')) NOT VALID;
