-- CreateTable
CREATE TABLE "simulated_clocks" (
    "account" TEXT NOT NULL,
    "offset_ms" BIGINT NOT NULL,

    CONSTRAINT "simulated_clocks_pkey" PRIMARY KEY ("account")
);
