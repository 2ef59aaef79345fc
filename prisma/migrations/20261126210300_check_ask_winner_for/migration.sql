-- Reads the table while it is in use; no row can break the constraint.
ALTER TABLE "seller_profiles" VALIDATE CONSTRAINT "seller_profiles_ask_winner_for_known";
