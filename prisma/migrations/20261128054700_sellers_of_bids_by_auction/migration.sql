-- Safe: both columns are copied from the row of the auction, which refers to the seller, and no seller is ever deleted. The checks locked the
-- row of the seller for each intent and for each bid.
ALTER TABLE "authorizations" DROP CONSTRAINT "authorizations_seller_id_fkey";
ALTER TABLE "bids" DROP CONSTRAINT "bids_seller_id_fkey";
