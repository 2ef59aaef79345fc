-- CreateTable
CREATE TABLE "probe_marks" (
    "mark_id" INTEGER NOT NULL DEFAULT 1,
    "succeeded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "tried_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "probe_marks_pkey" PRIMARY KEY ("mark_id")
);
