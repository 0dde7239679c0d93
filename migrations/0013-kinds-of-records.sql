-- Kinds of records whose owner is asked for before they are touched. One that belongs to its firm alone is a row here, so that a
-- migration that brings such a kind adds a row and does not write the function again.

create table app.kinds_of_firms (
  kind text primary key,
  relation text not null unique
);
alter table app.kinds_of_firms enable row level security;
alter table app.kinds_of_firms force row level security;
create policy definer_reads on app.kinds_of_firms to pcs_owner using (true);
insert into app.kinds_of_firms (kind, relation) values
  ('trustee', 'trustees'),
  ('serviceProvider', 'service_providers'),
  ('outsourcingArrangement', 'outsourcing_arrangements'),
  ('keyFunctionHolder', 'key_function_holders'),
  ('keyFunctionReport', 'key_function_reports'),
  ('schemeEvent', 'scheme_events'),
  ('ownRiskAssessment', 'own_risk_assessments'),
  ('riskItem', 'risk_items'),
  ('writtenPolicy', 'written_policies'),
  ('trusteeTraining', 'trustee_trainings'),
  ('trusteeMeeting', 'trustee_meetings'),
  ('meetingAction', 'meeting_actions'),
  ('breach', 'breaches'),
  ('obligation', 'obligations'),
  ('assistantAnswer', 'assistant_answers');

create or replace function app.owner_of(p_kind text, p_id text)
  returns table (tenant_id text, employer_id text, member_id text, version integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_firm constant text := (select k.relation from app.kinds_of_firms k where k.kind = p_kind);
begin
  if of_firm is not null then
    return query execute format('select r.tenant_id, null::text, null::text, r.version from %I r where r.id = $1', of_firm) using p_id;
    return;
  end if;
  case p_kind
    when 'scheme' then return query select r.tenant_id, r.employer_id, null::text, r.version from schemes r where r.id = p_id;
    when 'member' then return query select r.tenant_id, r.employer_id, r.id, r.version from members r where r.id = p_id;
    when 'employer' then return query select r.tenant_id, r.id, null::text, r.version from employers r where r.id = p_id;
    when 'user' then return query select r.tenant_id, r.employer_id, r.member_id, r.version from users r where r.id = p_id;
    when 'tenant' then return query select r.id, null::text, null::text, r.version from tenants r where r.id = p_id;
    when 'contribution' then return query select r.tenant_id, r.employer_id, null::text, r.version from contribution_batches r where r.id = p_id;
    -- A document belongs to the employer or the member that it is shared with; to a member also by their scheme.
    when 'document' then return query
      select r.tenant_id, case when r.visibility <> 'BROKER' then r.employer_id end,
             case when r.visibility = 'MEMBER' then
               case when r.member_id is not null then r.member_id
                    when r.scheme_id = app.own_scheme() then current_setting('app.member', true) end end,
             r.version
        from documents r where r.id = p_id;
    else raise exception 'Unknown kind of record';
  end case;
end $$;
