-- What was decided or captured stays as it was, also for a serving role gone wrong.

-- A closed revision is final; an open one keeps its number, its review and who asked for it.
CREATE FUNCTION revision_is_kept() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF OLD.state IN ('ended', 'rejected', 'withdrawn') THEN
    RAISE EXCEPTION 'closed revisions are final';
  END IF;
  IF NEW.number <> OLD.number OR NEW.id <> OLD.id OR NEW.review_id <> OLD.review_id
     OR (OLD.requested_by_id IS NOT NULL AND NEW.requested_by_id IS DISTINCT FROM OLD.requested_by_id) THEN
    RAISE EXCEPTION 'a revision keeps its number and its requester';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER revision_is_kept BEFORE UPDATE ON revision
  FOR EACH ROW EXECUTE FUNCTION revision_is_kept();
