-- The second wall: row-level security on everything that belongs to a workspace, checks that the
-- schema language cannot express, and the closed list of functions that run as the owner.
-- Rights are given to the serving role after migrating (lib/platform/migrate/serving-role.ts).

-- ── Checks ─────────────────────────────────────────────────────────────────────────────────────
ALTER TABLE member ADD CONSTRAINT member_role_check CHECK (role IN ('viewer', 'contributor', 'reviewer', 'approver', 'admin'));
ALTER TABLE api_token ADD CONSTRAINT api_token_role_check CHECK (role IN ('viewer', 'contributor', 'reviewer', 'approver', 'admin'));
ALTER TABLE invitation ADD CONSTRAINT invitation_role_check CHECK (role IN ('viewer', 'contributor', 'reviewer', 'approver', 'admin'));
ALTER TABLE system ADD CONSTRAINT system_visibility_check CHECK (visibility IN ('open', 'restricted'));
ALTER TABLE revision ADD CONSTRAINT revision_state_check CHECK (state IN ('draft', 'submitted', 'in-force', 'ended', 'rejected', 'withdrawn'));
ALTER TABLE finding ADD CONSTRAINT finding_state_check CHECK (state IN ('open', 'resolved', 'accepted', 'dismissed'));
ALTER TABLE risk ADD CONSTRAINT risk_state_check CHECK (state IN ('draft', 'proposed', 'accepted', 'rejected', 'expired', 'revoked', 'superseded'));
ALTER TABLE capability ADD CONSTRAINT capability_class_check CHECK (class IN ('grant', 'missing-limit', 'claim'));
-- At most one draft and one revision in force a review.
CREATE UNIQUE INDEX revision_one_draft ON revision (review_id, workspace_id) WHERE state = 'draft';
-- Deferred: an approval ends the one before it in the same transaction.
ALTER TABLE revision ADD CONSTRAINT revision_one_in_force
  EXCLUDE USING btree (review_id WITH =, workspace_id WITH =) WHERE (state = 'in-force') DEFERRABLE INITIALLY DEFERRED;

-- ── Row-level security ─────────────────────────────────────────────────────────────────────────
-- nullif: on a reused connection the setting is '' after the transaction that set it.
CREATE FUNCTION current_workspace() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.workspace', true), '')::uuid $$;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'member', 'session', 'api_token', 'invitation', 'system', 'system_member', 'review', 'artifact',
    'executor', 'entry_point', 'kind_answer', 'configuration', 'configuration_file', 'capability',
    'capability_grant', 'justification', 'finding', 'risk', 'revision', 'snapshot', 'sign_off', 'event'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY workspace_only ON %I USING (workspace_id = (SELECT current_workspace())) WITH CHECK (workspace_id = (SELECT current_workspace()))',
      name);
  END LOOP;
END $$;

ALTER TABLE workspace ENABLE ROW LEVEL SECURITY;
CREATE POLICY workspace_only ON workspace USING (id = (SELECT current_workspace())) WITH CHECK (id = (SELECT current_workspace()));

-- No policy: the serving role sees no person and no set-up code, whatever it asks.
ALTER TABLE person ENABLE ROW LEVEL SECURITY;
ALTER TABLE setup_code ENABLE ROW LEVEL SECURITY;

-- An event never changes, whoever asks; only a payload may be emptied, by the owner, with its digest kept.
CREATE FUNCTION event_is_final() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND (to_jsonb(NEW) - 'payload') = (to_jsonb(OLD) - 'payload')
     AND NEW.payload = '{"erased": true}'::jsonb THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'events are final';
END $$;
CREATE TRIGGER event_is_final BEFORE UPDATE OR DELETE ON event
  FOR EACH ROW EXECUTE FUNCTION event_is_final();

-- ── What precedes the workspace ────────────────────────────────────────────────────────────────
CREATE FUNCTION actor_by_session(sid uuid)
  RETURNS TABLE (workspace_id uuid, workspace_name text, member_id uuid, person_id uuid, name text, email text,
    role text, method text, authenticated_at timestamptz, must_change_password boolean, may_sign_from timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT s.workspace_id, w.name, m.id, p.id, m.name, m.email, m.role, s.method, s.authenticated_at,
    p.must_change_password, p.may_sign_from
  FROM session s
  JOIN member m ON m.workspace_id = s.workspace_id AND m.id = s.member_id AND m.removed_at IS NULL
  JOIN person p ON p.id = s.person_id
  JOIN workspace w ON w.id = s.workspace_id
  WHERE s.id = sid AND s.ended_at IS NULL AND s.expires_at > now()
$$;

CREATE FUNCTION actor_by_token(token_hash text)
  RETURNS TABLE (workspace_id uuid, workspace_name text, token_id uuid, member_id uuid, name text, email text,
    token_role text, member_role text, is_expired boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT t.workspace_id, w.name, t.id, m.id, m.name, m.email, t.role, m.role, t.expires_at <= now()
  FROM api_token t
  JOIN member m ON m.workspace_id = t.workspace_id AND m.id = t.member_id AND m.removed_at IS NULL
  JOIN workspace w ON w.id = t.workspace_id
  WHERE t.hash = token_hash AND t.revoked_at IS NULL
$$;

CREATE FUNCTION sign_in_candidate(address text)
  RETURNS TABLE (person_id uuid, password_hash text, workspace_id uuid, workspace_name text, member_id uuid, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT p.id, p.password_hash, m.workspace_id, w.name, m.id, m.name
  FROM person p
  JOIN member m ON m.person_id = p.id AND m.removed_at IS NULL
  JOIN workspace w ON w.id = m.workspace_id
  WHERE p.email = lower(address)
  ORDER BY m.created_at
$$;

CREATE FUNCTION memberships_of(person uuid)
  RETURNS TABLE (workspace_id uuid, workspace_name text, member_id uuid, role text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT m.workspace_id, w.name, m.id, m.role
  FROM member m JOIN workspace w ON w.id = m.workspace_id
  WHERE m.person_id = person AND m.removed_at IS NULL
  ORDER BY m.created_at
$$;

CREATE FUNCTION has_admin()
  RETURNS TABLE (has_admin boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT EXISTS (SELECT 1 FROM member WHERE role = 'admin' AND removed_at IS NULL) $$;

-- Makes the first workspace and its admin; gives no row when the code is wrong, used or too old, or
-- when there is an admin already. Calls are serialised, so that one code makes one admin.
CREATE FUNCTION setup_first_admin(code_hash text, new_workspace uuid, workspace_name text, new_person uuid,
    new_member uuid, address text, full_name text, hashed_password text)
  RETURNS TABLE (workspace_id uuid, member_id uuid)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  LOCK TABLE setup_code IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT 1 FROM member m WHERE m.role = 'admin' AND m.removed_at IS NULL) THEN RETURN; END IF;
  DELETE FROM setup_code c WHERE c.hash = code_hash AND c.expires_at > now();
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM setup_code;
  INSERT INTO workspace (id, name) VALUES (new_workspace, workspace_name);
  INSERT INTO person (id, email, password_hash) VALUES (new_person, lower(address), hashed_password);
  INSERT INTO member (workspace_id, id, person_id, email, name, role)
    VALUES (new_workspace, new_member, new_person, lower(address), full_name, 'admin');
  RETURN QUERY SELECT new_workspace, new_member;
END $$;

CREATE FUNCTION invitation_by_hash(token_hash text)
  RETURNS TABLE (workspace_id uuid, workspace_name text, id uuid, email text, role text, invited_by text,
    is_expired boolean, is_used boolean, person_exists boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT i.workspace_id, w.name, i.id, i.email, i.role, coalesce(m.name, ''), i.expires_at <= now(),
    i.accepted_at IS NOT NULL OR i.revoked_at IS NOT NULL,
    EXISTS (SELECT 1 FROM person p WHERE p.email = i.email)
  FROM invitation i
  JOIN workspace w ON w.id = i.workspace_id
  LEFT JOIN member m ON m.workspace_id = i.workspace_id AND m.id = i.created_by_id
  WHERE i.hash = token_hash
$$;

-- Consumes an invitation, once. A person who exists already has proven their password to the caller
-- and hands in no new one. Gives no row when the invitation is used, revoked or too old.
CREATE FUNCTION accept_invitation(token_hash text, new_person uuid, new_member uuid, full_name text, hashed_password text)
  RETURNS TABLE (workspace_id uuid, member_id uuid, person_id uuid)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
#variable_conflict use_column
DECLARE
  taken invitation;
  human uuid;
  joined uuid;
BEGIN
  UPDATE invitation i SET accepted_at = now()
    WHERE i.hash = token_hash AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
    RETURNING i.* INTO taken;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT p.id INTO human FROM person p WHERE p.email = taken.email;
  IF human IS NULL THEN
    IF hashed_password IS NULL THEN RAISE EXCEPTION 'a new person needs a password'; END IF;
    human := new_person;
    INSERT INTO person (id, email, password_hash) VALUES (human, taken.email, hashed_password);
  END IF;
  INSERT INTO member AS m (workspace_id, id, person_id, email, name, role)
    VALUES (taken.workspace_id, new_member, human, taken.email, full_name, taken.role)
    ON CONFLICT (person_id, workspace_id)
    DO UPDATE SET role = excluded.role, name = excluded.name, removed_at = NULL
    RETURNING m.id INTO joined;
  INSERT INTO system_member (workspace_id, system_id, member_id)
    SELECT taken.workspace_id, s.id, joined FROM system s
    WHERE s.workspace_id = taken.workspace_id AND s.id = ANY (taken.system_ids)
    ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT taken.workspace_id, joined, human;
END $$;

-- Sets the password of somebody who is a member of the present workspace; ends their other sessions.
CREATE FUNCTION set_password(person uuid, hashed_password text, must_change boolean, signing_from timestamptz, but_session uuid)
  RETURNS TABLE (ended integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE n integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM member m WHERE m.person_id = person AND m.workspace_id = current_workspace() AND m.removed_at IS NULL) THEN
    RETURN;
  END IF;
  UPDATE person p SET password_hash = hashed_password, must_change_password = must_change,
    may_sign_from = coalesce(signing_from, p.may_sign_from)
    WHERE p.id = person;
  UPDATE session s SET ended_at = now()
    WHERE s.person_id = person AND s.ended_at IS NULL AND s.id IS DISTINCT FROM but_session;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN QUERY SELECT n;
END $$;

-- Reviews whose findings another version of the rules derived.
CREATE FUNCTION due_work(rules text)
  RETURNS TABLE (workspace_id uuid, review_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT r.workspace_id, r.id FROM review r WHERE r.rule_set_version <> rules AND r.archived_at IS NULL $$;

DO $$
DECLARE signature text;
BEGIN
  FOR signature IN
    SELECT p.oid::regprocedure::text FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
  END LOOP;
END $$;
