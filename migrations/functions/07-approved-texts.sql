-- An approved text cannot be changed; a correction is another version.

create or replace function app.keep_approved_policies() returns trigger language plpgsql as $$
begin
  if old.status not in ('DRAFT', 'IN_REVIEW') and (new.status in ('DRAFT', 'IN_REVIEW')
     or (new.number, new.content, new.statement, new.sha256, new.approved_on, new.approved_by, new.minutes_document_id)
     is distinct from (old.number, old.content, old.statement, old.sha256, old.approved_on, old.approved_by, old.minutes_document_id)) then
    raise exception 'An approved version of a policy is immutable' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function app.keep_approved_drafts() returns trigger language plpgsql as $$
begin
  if old.approved_text is not null
     and (new.status, new.text, new.approved_text, new.approved_by, new.approved_at, new.applied_to)
     is distinct from (old.status, old.text, old.approved_text, old.approved_by, old.approved_at, old.applied_to) then
    raise exception 'An approved draft is immutable' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

revoke all on function app.keep_approved_policies(), app.keep_approved_drafts() from public;
