-- A payment changes its state once or twice, and no index has what changes: with room on its page, it writes no index entry.
ALTER TABLE "simulated_payments" SET (fillfactor = 50);
