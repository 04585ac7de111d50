-- The walls of the terms of signing off, and what finds the decisions that time has ended.

ALTER TABLE sign_off_policy ADD CONSTRAINT sign_off_policy_quorum_check CHECK (quorum BETWEEN 1 AND 20);
ALTER TABLE sign_off_policy ADD CONSTRAINT sign_off_policy_days_check CHECK (validity_days BETWEEN 1 AND 3650 AND warning_days BETWEEN 0 AND 365);
ALTER TABLE sign_off_policy ADD CONSTRAINT sign_off_policy_severity_check CHECK (highest_severity IN ('critical', 'high', 'medium', 'low', 'info'));
ALTER TABLE revision ADD CONSTRAINT revision_ended_by_check
  CHECK (ended_by IN ('time', 'revoked', 'superseded', 'wider-authority', 'risk-expired', 'risk-revoked'));
ALTER TABLE sign_off ADD CONSTRAINT sign_off_decision_check CHECK (decision IN ('approve', 'reject'));
-- A dismissal has its reason and its author, and nothing else has them.
ALTER TABLE finding ADD CONSTRAINT finding_dismissal_check
  CHECK ((state = 'dismissed') = (dismissed_by_id IS NOT NULL AND coalesce(dismissal_reason, '') <> ''));

ALTER TABLE sign_off_policy ENABLE ROW LEVEL SECURITY;
CREATE POLICY workspace_only ON sign_off_policy
  USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()));

-- A closed revision is final; an open one keeps its number, its review, who asked for it and on which
-- terms; and one in force can only end.
CREATE OR REPLACE FUNCTION revision_is_kept() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF OLD.state IN ('ended', 'rejected', 'withdrawn') THEN
    RAISE EXCEPTION 'closed revisions are final';
  END IF;
  IF NEW.number <> OLD.number OR NEW.id <> OLD.id OR NEW.review_id <> OLD.review_id
     OR (OLD.requested_by_id IS NOT NULL AND NEW.requested_by_id IS DISTINCT FROM OLD.requested_by_id)
     OR (OLD.policy_version IS NOT NULL AND NEW.policy_version IS DISTINCT FROM OLD.policy_version)
     OR (OLD.policy IS NOT NULL AND NEW.policy IS DISTINCT FROM OLD.policy) THEN
    RAISE EXCEPTION 'a revision keeps its number, its requester and its terms';
  END IF;
  IF (OLD.state = 'in-force' AND NEW.state NOT IN ('in-force', 'ended'))
     OR (OLD.state = 'submitted' AND NEW.state NOT IN ('submitted', 'in-force', 'rejected', 'withdrawn'))
     OR (OLD.state = 'draft' AND NEW.state NOT IN ('draft', 'submitted')) THEN
    RAISE EXCEPTION 'a revision does not go from % to %', OLD.state, NEW.state;
  END IF;
  IF OLD.state = 'in-force' AND (NEW.valid_until, NEW.risks_until, NEW.decided_at)
     IS DISTINCT FROM (OLD.valid_until, OLD.risks_until, OLD.decided_at) THEN
    RAISE EXCEPTION 'the term of a revision in force does not change';
  END IF;
  RETURN NEW;
END $$;

-- Reviews of which time has ended something that is not yet written down: a revision in force, an
-- accepted risk, or a risk whose end is near and of which no finding speaks yet.
CREATE FUNCTION due_decisions(at timestamptz)
  RETURNS TABLE (workspace_id uuid, review_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT r.workspace_id, r.review_id FROM revision r
  WHERE r.state = 'in-force' AND (r.valid_until <= at OR r.risks_until < to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
  UNION
  SELECT k.workspace_id, k.review_id FROM risk k
  JOIN review v ON v.workspace_id = k.workspace_id AND v.id = k.review_id AND v.archived_at IS NULL
  LEFT JOIN LATERAL (
    SELECT p.warning_days FROM sign_off_policy p
    WHERE p.workspace_id = k.workspace_id AND p.scope_id = k.workspace_id ORDER BY p.version DESC LIMIT 1) w ON true
  WHERE k.archived_at IS NULL AND k.state IN ('proposed', 'accepted')
    AND k.expires_at < to_char(at AT TIME ZONE 'UTC' + make_interval(days => coalesce(w.warning_days, 30)), 'YYYY-MM-DD')
    AND (
      (k.state = 'accepted' AND k.expires_at < to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
      OR NOT EXISTS (
        SELECT 1 FROM finding f
        WHERE f.workspace_id = k.workspace_id AND f.review_id = k.review_id AND f.rule_id = 'RSK-03'
          AND f.target = 'risk:' || k.id AND f.state <> 'resolved'
          AND f.severity = CASE WHEN k.expires_at < to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') THEN 'high' ELSE 'medium' END))
$$;
REVOKE ALL ON FUNCTION due_decisions(timestamptz) FROM PUBLIC;
