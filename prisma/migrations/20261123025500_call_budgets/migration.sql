-- CreateTable
-- Unlogged: a write waits for no disk and no standby. After a crash the table is empty, so every budget is full again.
CREATE UNLOGGED TABLE "call_budgets" (
    "account" TEXT NOT NULL,
    "calls_left" DOUBLE PRECISION NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_budgets_pkey" PRIMARY KEY ("account")
);
