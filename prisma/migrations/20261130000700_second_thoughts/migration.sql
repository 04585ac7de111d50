-- An approver who has approved may still reject while the revision waits; each decision stands once.
DROP INDEX "sign_off_revision_id_member_id_review_id_workspace_id_key";
CREATE UNIQUE INDEX "sign_off_revision_id_member_id_decision_review_id_workspace_key" ON "sign_off"("revision_id", "member_id", "decision", "review_id", "workspace_id");
