-- AlterTable
ALTER TABLE "reversals" ADD COLUMN     "seller_id" UUID;

-- The seller of the auction, whichever version writes the row: the version before, which may run beside this one, does not know the column.
CREATE FUNCTION "seller_of_reversal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."seller_id" := (SELECT "seller_id" FROM "auctions" WHERE "auction_id" = NEW."auction_id");
    RETURN NEW;
END
$$;

CREATE TRIGGER "seller_of_reversal" BEFORE INSERT OR UPDATE ON "reversals" FOR EACH ROW
    WHEN (NEW."seller_id" IS NULL)
    EXECUTE FUNCTION "seller_of_reversal"();
