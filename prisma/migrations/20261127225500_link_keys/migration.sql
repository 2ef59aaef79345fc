-- CreateTable
CREATE TABLE "link_keys" (
    "link_key_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_keys_pkey" PRIMARY KEY ("link_key_id"),
    CONSTRAINT "link_keys_is_only" CHECK ("is_only")
);

-- CreateIndex
CREATE UNIQUE INDEX "link_keys_is_only_key" ON "link_keys"("is_only");
