-- CreateTable
CREATE TABLE "provider_event_marks" (
    "provider" "payment_provider" NOT NULL,
    "taken_at" TIMESTAMPTZ(3),
    "refused_at" TIMESTAMPTZ(3),
    "refused_reason" TEXT,

    CONSTRAINT "provider_event_marks_pkey" PRIMARY KEY ("provider")
);
