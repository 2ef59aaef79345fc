-- CreateTable
CREATE TABLE "oldest_readers" (
    "version" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "oldest_readers_pkey" PRIMARY KEY ("version")
);
