-- Who wrote what waits for an approval, since it was last returned: none of them approves it where the firm asks for a second person.
-- Of what was written before, the versions of drafts and of policies name their writers; changes of schemes and assessments were not kept apart.
alter table drafts add column edited_by text[] not null default '{}';
alter table policy_versions add column edited_by text[] not null default '{}';
alter table own_risk_assessments add column edited_by text[] not null default '{}';
alter table schemes add column edited_by text[] not null default '{}';

alter table drafts no force row level security;
alter table draft_versions no force row level security;
alter table policy_versions no force row level security;
update drafts d set edited_by = array(
  select v.created_by from draft_versions v where v.tenant_id = d.tenant_id and v.draft_id = d.id and v.created_by is not null
  union select d.last_edited_by where d.last_edited_by is not null)
 where d.status = 'DRAFT';
update policy_versions set edited_by = array[created_by]
 where status in ('DRAFT', 'IN_REVIEW') and created_by is not null and ai_draft_id is null;
alter table policy_versions force row level security;
alter table draft_versions force row level security;
alter table drafts force row level security;
