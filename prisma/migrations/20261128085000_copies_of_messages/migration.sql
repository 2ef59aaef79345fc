-- A constant default changes no row.
ALTER TABLE "messages" ADD COLUMN     "copies" INTEGER NOT NULL DEFAULT 0;
