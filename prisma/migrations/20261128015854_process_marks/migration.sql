-- CreateTable
CREATE TABLE "process_marks" (
    "process_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "process_marks_pkey" PRIMARY KEY ("process_id")
);
