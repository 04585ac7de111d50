-- AlterTable
ALTER TABLE "finding" ADD COLUMN     "dismissal_reason" TEXT,
ADD COLUMN     "dismissed_at" TIMESTAMPTZ(3),
ADD COLUMN     "dismissed_by_id" UUID;

-- AlterTable
ALTER TABLE "revision" ADD COLUMN     "contested_at" TIMESTAMPTZ(3),
ADD COLUMN     "contested_because" TEXT,
ADD COLUMN     "ended_by" TEXT,
ADD COLUMN     "policy" JSONB,
ADD COLUMN     "policy_version" TEXT,
ADD COLUMN     "risks_until" TEXT,
ADD COLUMN     "risks_until_of" INTEGER;

-- AlterTable
ALTER TABLE "risk" ADD COLUMN     "decided_in" INTEGER,
ADD COLUMN     "decision_words" TEXT;

-- AlterTable
ALTER TABLE "sign_off" ADD COLUMN     "member_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "member_role" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "wrote" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "sign_off_policy" (
    "workspace_id" UUID NOT NULL,
    "scope_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "quorum" INTEGER NOT NULL,
    "approver_ids" UUID[],
    "admins_approve" BOOLEAN NOT NULL,
    "own_text" BOOLEAN NOT NULL,
    "validity_days" INTEGER NOT NULL,
    "highest_severity" TEXT NOT NULL,
    "warning_days" INTEGER NOT NULL,
    "set_by_id" UUID NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_off_policy_pkey" PRIMARY KEY ("workspace_id","scope_id","version")
);

-- CreateIndex
CREATE INDEX "revision_valid_until_idx" ON "revision"("valid_until");

-- CreateIndex
CREATE INDEX "revision_risks_until_idx" ON "revision"("risks_until");

-- CreateIndex
CREATE INDEX "risk_expires_at_idx" ON "risk"("expires_at");

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_workspace_id_dismissed_by_id_fkey" FOREIGN KEY ("workspace_id", "dismissed_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_off_policy" ADD CONSTRAINT "sign_off_policy_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_off_policy" ADD CONSTRAINT "sign_off_policy_workspace_id_set_by_id_fkey" FOREIGN KEY ("workspace_id", "set_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
