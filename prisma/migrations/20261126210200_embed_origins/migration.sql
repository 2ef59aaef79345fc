-- A constant default changes no row.
ALTER TABLE "seller_profiles" ADD COLUMN "embed_origins" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
