-- A constant default changes no row.
ALTER TABLE "seller_profiles" ADD COLUMN     "shows_sold_lots" BOOLEAN NOT NULL DEFAULT false;
