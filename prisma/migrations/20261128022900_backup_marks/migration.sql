-- CreateTable
CREATE TABLE "backup_marks" (
    "mark_id" INTEGER NOT NULL DEFAULT 1,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "backup_marks_pkey" PRIMARY KEY ("mark_id")
);
