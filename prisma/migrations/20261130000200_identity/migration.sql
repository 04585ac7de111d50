-- Two more of what must be known before, or beyond, the present workspace.

-- The person of an address whether or not they are a member of anything now: somebody who was
-- removed and is invited again proves who they are with the password they have.
CREATE FUNCTION person_by_email(address text)
  RETURNS TABLE (person_id uuid, password_hash text, name text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT p.id, p.password_hash,
    coalesce((SELECT m.name FROM member m WHERE m.person_id = p.id ORDER BY m.removed_at IS NOT NULL, m.created_at LIMIT 1), '')
  FROM person p
  WHERE p.email = lower(address)
$$;

-- Which people of the present workspace are members of another one: an admin here may not reset
-- their password, which would open the other workspace too.
CREATE FUNCTION people_elsewhere()
  RETURNS TABLE (person_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
  SELECT DISTINCT m.person_id
  FROM member m
  JOIN member o ON o.person_id = m.person_id AND o.workspace_id <> m.workspace_id AND o.removed_at IS NULL
  WHERE m.workspace_id = current_workspace()
$$;

REVOKE ALL ON FUNCTION person_by_email(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION people_elsewhere() FROM PUBLIC;
