-- A bid has the auction of its hold, which refers to it. Whoever writes a bid holds the lock of the auction's row.
ALTER TABLE "bids" DROP CONSTRAINT "bids_auction_id_fkey";
