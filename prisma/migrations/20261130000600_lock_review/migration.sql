-- What every save begins with: the lock, and what is read under it. A function, because its plans are
-- kept by the connection; setting up plans took longer than running them.
--
-- System and revision are statements of their own: each statement of a volatile function sees what was
-- committed when it begins, and these begin once the lock is held. One statement that waited for the
-- lock would re-read the locked row only, and show the others as they were before.
CREATE FUNCTION lock_review(wanted uuid, member uuid)
  RETURNS TABLE (r review, s_visibility text, s_archived_at timestamptz, s_on_system boolean,
    v_id uuid, v_number integer, v_state text, v_requested_by_id uuid)
  LANGUAGE plpgsql VOLATILE
  AS $$
BEGIN
  SELECT w.* INTO r FROM review w WHERE w.id = wanted FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT s.visibility, s.archived_at, EXISTS (
      SELECT 1 FROM system_member m
      WHERE m.workspace_id = s.workspace_id AND m.system_id = s.id AND m.member_id = lock_review.member)
    INTO s_visibility, s_archived_at, s_on_system
    FROM system s WHERE s.workspace_id = r.workspace_id AND s.id = r.system_id;
  SELECT v.id, v.number, v.state, v.requested_by_id
    INTO v_id, v_number, v_state, v_requested_by_id
    FROM revision v WHERE v.workspace_id = r.workspace_id AND v.review_id = wanted
    ORDER BY v.number DESC LIMIT 1;
  RETURN NEXT;
END $$;
