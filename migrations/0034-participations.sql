-- Which employers take part in a scheme, and from when until when. Contributions are expected of each employer by its own months.
create table scheme_participations (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  employer_id text not null,
  -- Null: since the scheme began; of another employer than the scheme's own, since its first contribution.
  from_on date,
  until_on date,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  check (until_on >= from_on)
);
create index scheme_participations_by_id on scheme_participations (id);
create index scheme_participations_by_employer on scheme_participations (tenant_id, employer_id);
-- Two people who add the same employer at once: one wins.
create unique index scheme_participations_running on scheme_participations (tenant_id, scheme_id, employer_id) where until_on is null;
create index scheme_participations_by_scheme on scheme_participations (tenant_id, scheme_id, employer_id);

-- What there is already: the scheme's own employer, and every other employer that contributes to the scheme or has members in it.
-- The owner reaches no rows while security is forced.
alter table schemes no force row level security;
alter table employers no force row level security;
alter table members no force row level security;
alter table contribution_batches no force row level security;
insert into scheme_participations (tenant_id, id, scheme_id, employer_id, from_on, until_on)
select p.tenant_id, 'p' || substr(md5(p.tenant_id || p.scheme_id || p.employer_id || random()::text), 1, 23), p.scheme_id, p.employer_id,
       p.from_on, case when e.cessation_on >= coalesce(p.from_on, e.cessation_on) then e.cessation_on end
  from (select s.tenant_id, s.id as scheme_id, s.employer_id, null::date as from_on from schemes s
        union all
        select o.tenant_id, o.scheme_id, o.employer_id, min(o.first_on)
          from (select b.tenant_id, b.scheme_id, b.employer_id, (b.payroll_month || '-01')::date as first_on from contribution_batches b
                 where b.status not in ('REJECTED', 'UNDONE')
                union all
                select m.tenant_id, m.scheme_id, m.employer_id, null from members m) o
          join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id and s.employer_id <> o.employer_id
         group by o.tenant_id, o.scheme_id, o.employer_id) p
  join employers e on e.tenant_id = p.tenant_id and e.id = p.employer_id;
alter table schemes force row level security;
alter table employers force row level security;
alter table members force row level security;
alter table contribution_batches force row level security;

alter table scheme_participations enable row level security;
alter table scheme_participations force row level security;
create policy reach on scheme_participations to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on scheme_participations for select to pcs_owner using (true);
grant select, insert, update on scheme_participations to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('participation', 'scheme_participations');

-- As before (migrations/0007); an employer takes part in a scheme where that is recorded.
create or replace function app.scheme_terms(p_scheme text, p_employer text)
  returns table (tenant_id text, name text, type text, legal_form text, status text, benefit_basis text, contribution_basis jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select s.tenant_id, s.name, s.type, s.legal_form, s.status, s.benefit_basis, s.contribution_basis
      from schemes s join employers e on e.tenant_id = s.tenant_id and e.id = p_employer
     where s.id = p_scheme and app.reaches(s.tenant_id, p_employer, null)
       and (s.employer_id = p_employer
            or exists (select from scheme_participations p where p.tenant_id = s.tenant_id and p.scheme_id = s.id and p.employer_id = p_employer))
$$;
