-- CreateTable
CREATE TABLE "worker_marks" (
    "worker_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "worker_marks_pkey" PRIMARY KEY ("worker_id")
);
