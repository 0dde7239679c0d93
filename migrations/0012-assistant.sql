-- What people of a firm asked the assistant, and what it answered: kept with its sources, so that an answer can be read again as it was.

create table assistant_answers (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  question text not null,
  -- The law of this day.
  on_day date not null,
  mode text not null check (mode in ('EXTRACTS', 'REFUSED')),
  reason text,
  reason_code text check (reason_code in ('OUTSIDE_CORPUS', 'OTHER_COUNTRY', 'PROVISION_NOT_HELD')),
  answer text not null,
  sentences jsonb not null,
  citations jsonb not null,
  notes text[] not null,
  rating text check (rating in ('HELPFUL', 'NOT_HELPFUL')),
  comment text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index assistant_answers_by_id on assistant_answers (id);
create index assistant_answers_by_age on assistant_answers (tenant_id, created_at desc, id desc);
create policy definer_reads on assistant_answers for select to pcs_owner using (true);
alter table assistant_answers enable row level security;
alter table assistant_answers force row level security;
create policy reach on assistant_answers to pcs_app using (app.reaches(tenant_id, null, null));
grant select, insert, update on assistant_answers to pcs_app;

-- Whose record is this? As before (migrations/0010), and for answers.
create or replace function app.owner_of(p_kind text, p_id text)
  returns table (tenant_id text, employer_id text, member_id text, version integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_firm constant jsonb := '{
    "trustee": "trustees", "serviceProvider": "service_providers", "outsourcingArrangement": "outsourcing_arrangements",
    "keyFunctionHolder": "key_function_holders", "keyFunctionReport": "key_function_reports", "schemeEvent": "scheme_events",
    "ownRiskAssessment": "own_risk_assessments", "riskItem": "risk_items", "writtenPolicy": "written_policies",
    "trusteeTraining": "trustee_trainings", "trusteeMeeting": "trustee_meetings", "meetingAction": "meeting_actions",
    "breach": "breaches", "obligation": "obligations", "assistantAnswer": "assistant_answers" }';
begin
  if of_firm ? p_kind then
    return query execute format('select r.tenant_id, null::text, null::text, r.version from %I r where r.id = $1', of_firm ->> p_kind) using p_id;
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
