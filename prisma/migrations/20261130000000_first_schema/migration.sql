-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "event_seq" BIGINT NOT NULL DEFAULT 0,
    "event_hash" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "may_sign_from" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "method" TEXT NOT NULL DEFAULT 'password',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "address" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "authenticated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "system_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "hash" TEXT NOT NULL,
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "setup_code" (
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setup_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "system" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "visibility" TEXT NOT NULL DEFAULT 'open',
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "system_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "system_member" (
    "workspace_id" UUID NOT NULL,
    "system_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,

    CONSTRAINT "system_member_pkey" PRIMARY KEY ("workspace_id","system_id","member_id")
);

-- CreateTable
CREATE TABLE "review" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "system_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "task" TEXT,
    "data_subjects" TEXT,
    "risk_tier" TEXT,
    "notes" TEXT,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',
    "counters" JSONB NOT NULL DEFAULT '{}',
    "event_seq" BIGINT NOT NULL DEFAULT 0,
    "event_hash" TEXT NOT NULL DEFAULT '',
    "rule_set_version" TEXT NOT NULL DEFAULT '',
    "created_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "review_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "artifact" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "submitters" TEXT[],
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "artifact_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "executor" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "workload" TEXT,
    "container" TEXT,
    "role" TEXT,
    "role_reason" TEXT,
    "process" TEXT,
    "account" TEXT,
    "layers" JSONB,
    "reuse" TEXT,
    "inherits_secrets" TEXT,
    "application_process" TEXT,
    "reach_notes" TEXT,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "executor_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "entry_point" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT,
    "artifact_id" UUID,
    "submitters" TEXT[],
    "permission" TEXT,
    "executor_id" UUID,
    "crosses_broker" TEXT,
    "executes" TEXT,
    "files" TEXT,
    "credentials" TEXT,
    "network" TEXT,
    "approved_digest" TEXT,
    "ends_on_rejection" TEXT,
    "ends_on_timeout" TEXT,
    "ends_on_cancellation" TEXT,
    "notes" TEXT,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "entry_point_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "kind_answer" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "because" TEXT,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "kind_answer_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "configuration" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "provenance" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "config_digest" TEXT NOT NULL,
    "authority_digest" TEXT NOT NULL,
    "catalogue_version" TEXT NOT NULL,
    "files" JSONB NOT NULL,
    "workloads" JSONB NOT NULL,
    "bounds" JSONB NOT NULL,
    "tuples" JSONB NOT NULL,
    "notes" JSONB NOT NULL,
    "attached_by_id" UUID NOT NULL,
    "attached_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_newest" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "configuration_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "configuration_file" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "configuration_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "configuration_file_pkey" PRIMARY KEY ("workspace_id","review_id","configuration_id","name")
);

-- CreateTable
CREATE TABLE "capability" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "key" TEXT,
    "executor_id" UUID,
    "workload" TEXT,
    "container" TEXT,
    "class" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "anchor" TEXT NOT NULL,
    "catalogue_id" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "ends_confinement" BOOLEAN NOT NULL DEFAULT false,
    "title" TEXT NOT NULL,
    "decision" TEXT,
    "justification_id" UUID,
    "layer" TEXT,
    "note" TEXT,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',
    "closed_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "capability_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "capability_grant" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "capability_id" UUID NOT NULL,
    "configuration_id" UUID NOT NULL,
    "catalogue_id" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "extent" TEXT[],
    "origin" TEXT NOT NULL,
    "authority" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "explanation" TEXT NOT NULL,
    "limits" TEXT[],
    "file" TEXT,
    "document" INTEGER,
    "pointer" TEXT,
    "line" INTEGER,

    CONSTRAINT "capability_grant_pkey" PRIMARY KEY ("workspace_id","review_id","capability_id","configuration_id")
);

-- CreateTable
CREATE TABLE "justification" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "purpose" TEXT,
    "limit" TEXT,
    "enforcer" TEXT,
    "evidence" TEXT,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',
    "covered_at_writing" JSONB NOT NULL DEFAULT '{}',
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "justification_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "finding" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "rule_id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "lists" TEXT[],
    "state" TEXT NOT NULL DEFAULT 'open',
    "opened_seq" BIGINT NOT NULL,
    "changed_seq" BIGINT NOT NULL,

    CONSTRAINT "finding_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "risk" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "covers" TEXT[],
    "severity" TEXT,
    "treatment" TEXT,
    "rationale" TEXT,
    "controls" TEXT,
    "recommendation" TEXT,
    "owner_id" UUID,
    "expires_at" TEXT,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "answers" JSONB NOT NULL DEFAULT '{}',
    "versions" JSONB NOT NULL DEFAULT '{}',
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "risk_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "revision" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_seq" BIGINT NOT NULL DEFAULT 0,
    "requested_by_id" UUID,
    "requested_at" TIMESTAMPTZ(3),
    "request_words" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "valid_until" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_because" TEXT,

    CONSTRAINT "revision_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "snapshot" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "revision_id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "beside" BYTEA NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "snapshot_pkey" PRIMARY KEY ("workspace_id","review_id","revision_id")
);

-- CreateTable
CREATE TABLE "sign_off" (
    "workspace_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "revision_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "decision" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "authenticated_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_off_pkey" PRIMARY KEY ("workspace_id","review_id","id")
);

-- CreateTable
CREATE TABLE "event" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "review_id" UUID,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "payload_digest" TEXT NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE UNIQUE INDEX "member_person_id_workspace_id_key" ON "member"("person_id", "workspace_id");

-- CreateIndex
CREATE INDEX "session_member_id_idx" ON "session"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");

-- CreateIndex
CREATE INDEX "api_token_member_id_idx" ON "api_token"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_hash_key" ON "invitation"("hash");

-- CreateIndex
CREATE INDEX "system_member_member_id_idx" ON "system_member"("member_id");

-- CreateIndex
CREATE INDEX "review_system_id_idx" ON "review"("system_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_number_workspace_id_key" ON "review"("number", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "artifact_number_review_id_workspace_id_key" ON "artifact"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE INDEX "executor_workload_review_id_idx" ON "executor"("workload", "review_id");

-- CreateIndex
CREATE UNIQUE INDEX "executor_number_review_id_workspace_id_key" ON "executor"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE INDEX "entry_point_executor_id_idx" ON "entry_point"("executor_id");

-- CreateIndex
CREATE INDEX "entry_point_artifact_id_idx" ON "entry_point"("artifact_id");

-- CreateIndex
CREATE UNIQUE INDEX "entry_point_number_review_id_workspace_id_key" ON "entry_point"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "kind_answer_kind_review_id_workspace_id_key" ON "kind_answer"("kind", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "configuration_number_review_id_workspace_id_key" ON "configuration"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE INDEX "capability_executor_id_idx" ON "capability"("executor_id");

-- CreateIndex
CREATE INDEX "capability_workload_review_id_idx" ON "capability"("workload", "review_id");

-- CreateIndex
CREATE INDEX "capability_justification_id_idx" ON "capability"("justification_id");

-- CreateIndex
CREATE UNIQUE INDEX "capability_number_review_id_workspace_id_key" ON "capability"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "capability_key_review_id_workspace_id_key" ON "capability"("key", "review_id", "workspace_id");

-- CreateIndex
CREATE INDEX "capability_grant_configuration_id_idx" ON "capability_grant"("configuration_id");

-- CreateIndex
CREATE UNIQUE INDEX "justification_number_review_id_workspace_id_key" ON "justification"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "finding_number_review_id_workspace_id_key" ON "finding"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "finding_target_rule_id_review_id_workspace_id_key" ON "finding"("target", "rule_id", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "risk_number_review_id_workspace_id_key" ON "risk"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "revision_number_review_id_workspace_id_key" ON "revision"("number", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_off_revision_id_member_id_review_id_workspace_id_key" ON "sign_off"("revision_id", "member_id", "review_id", "workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_workspace_id_review_id_seq_key" ON "event"("workspace_id", "review_id", "seq") NULLS NOT DISTINCT;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_workspace_id_member_id_fkey" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_workspace_id_member_id_fkey" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "system" ADD CONSTRAINT "system_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "system_member" ADD CONSTRAINT "system_member_workspace_id_system_id_fkey" FOREIGN KEY ("workspace_id", "system_id") REFERENCES "system"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "system_member" ADD CONSTRAINT "system_member_workspace_id_member_id_fkey" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_workspace_id_system_id_fkey" FOREIGN KEY ("workspace_id", "system_id") REFERENCES "system"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "executor" ADD CONSTRAINT "executor_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry_point" ADD CONSTRAINT "entry_point_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry_point" ADD CONSTRAINT "entry_point_workspace_id_review_id_artifact_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "artifact_id") REFERENCES "artifact"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry_point" ADD CONSTRAINT "entry_point_workspace_id_review_id_executor_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "executor_id") REFERENCES "executor"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "kind_answer" ADD CONSTRAINT "kind_answer_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configuration" ADD CONSTRAINT "configuration_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configuration_file" ADD CONSTRAINT "configuration_file_workspace_id_review_id_configuration_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "configuration_id") REFERENCES "configuration"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability" ADD CONSTRAINT "capability_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability" ADD CONSTRAINT "capability_workspace_id_review_id_executor_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "executor_id") REFERENCES "executor"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability" ADD CONSTRAINT "capability_workspace_id_review_id_justification_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "justification_id") REFERENCES "justification"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability_grant" ADD CONSTRAINT "capability_grant_workspace_id_review_id_capability_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "capability_id") REFERENCES "capability"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability_grant" ADD CONSTRAINT "capability_grant_workspace_id_review_id_configuration_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "configuration_id") REFERENCES "configuration"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "justification" ADD CONSTRAINT "justification_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "risk" ADD CONSTRAINT "risk_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "risk" ADD CONSTRAINT "risk_workspace_id_owner_id_fkey" FOREIGN KEY ("workspace_id", "owner_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_workspace_id_requested_by_id_fkey" FOREIGN KEY ("workspace_id", "requested_by_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_workspace_id_review_id_revision_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "revision_id") REFERENCES "revision"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_off" ADD CONSTRAINT "sign_off_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_off" ADD CONSTRAINT "sign_off_workspace_id_review_id_revision_id_fkey" FOREIGN KEY ("workspace_id", "review_id", "revision_id") REFERENCES "revision"("workspace_id", "review_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_off" ADD CONSTRAINT "sign_off_workspace_id_member_id_fkey" FOREIGN KEY ("workspace_id", "member_id") REFERENCES "member"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
