-- The clock of a seller at the simulated provider was always that of the seller.

-- DropTable
-- Safe: no version reads it, as 0.1.0 is not released.
DROP TABLE "simulated_clocks";

INSERT INTO "oldest_readers" ("version") VALUES ('0.1.0') ON CONFLICT DO NOTHING;
