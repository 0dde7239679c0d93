-- Fields of schemes and contribution batches for users who cannot read the record itself.

-- The fields of a scheme that an import needs, for users who may upload for this employer: also if the employer takes part in the scheme of
-- another employer, which its users cannot read. No row: the employer does not take part in the scheme.
create or replace function app.scheme_terms(p_scheme text, p_employer text)
  returns table (tenant_id text, name text, type text, legal_form text, status text, benefit_basis text, contribution_basis jsonb,
                 contributions_until date, participations jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select s.tenant_id, s.name, s.type, s.legal_form, s.status, s.benefit_basis, s.contribution_basis,
           least(s.paid_up_on, s.wind_up_started_on, s.wound_up_on),
           (select coalesce(jsonb_agg(jsonb_build_object('fromOn', p.from_on, 'untilOn', p.until_on) order by p.from_on), '[]')
              from scheme_participations p where p.tenant_id = s.tenant_id and p.scheme_id = s.id and p.employer_id = p_employer)
      from schemes s join employers e on e.tenant_id = s.tenant_id and e.id = p_employer
     where s.id = p_scheme and app.reaches(s.tenant_id, p_employer, null)
       and (s.employer_id = p_employer
            or exists (select from scheme_participations p where p.tenant_id = s.tenant_id and p.scheme_id = s.id and p.employer_id = p_employer))
$$;

-- The payroll month of a member's contribution: members cannot read the batch.
create or replace function app.month_of_own_line(p_tenant text, p_batch text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select b.payroll_month from contribution_batches b
     where b.tenant_id = p_tenant and b.id = p_batch and b.status not in ('REJECTED', 'UNDONE')
       and (app.reaches(b.tenant_id, b.employer_id, null)
            or exists (select from members m where m.tenant_id = b.tenant_id and m.id = current_setting('app.member', true)
                        and m.tenant_id = current_setting('app.tenant', true) and current_setting('app.scope', true) = 'member'
                        and m.employer_id = b.employer_id and m.scheme_id = b.scheme_id))
$$;

-- When a batch was created, for lines of before contribution_lines.created_at: members cannot read the batch.
create or replace function app.created_at_of_batch(p_tenant text, p_batch text) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select b.created_at from contribution_batches b where b.tenant_id = p_tenant and b.id = p_batch and app.writes_in(b.tenant_id)
$$;

revoke all on function app.scheme_terms(text, text), app.month_of_own_line(text, text), app.created_at_of_batch(text, text) from public;
grant execute on function app.scheme_terms(text, text), app.month_of_own_line(text, text), app.created_at_of_batch(text, text) to pcs_app;
