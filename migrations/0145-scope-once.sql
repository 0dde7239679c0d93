-- Policies compare the scope once for a statement instead of once for each row: current_setting() for each of 200,000 rows takes longer than
-- reading them. A condition that a row of the caller's firm meets stands before the same condition as a function of the row, so that other
-- scopes are decided by the function as before.
\ir functions/01-access.sql

do $$
declare
  p record;
begin
  for p in
    select schemaname, tablename, policyname, qual from pg_policies
     where schemaname = 'public' and roles = '{pcs_app}' and cmd in ('ALL', 'SELECT') and qual ~ 'app\.(reaches|in_schemes)\('
  loop
    execute format('alter policy %I on %I.%I using (%s)', p.policyname, p.schemaname, p.tablename,
      regexp_replace(regexp_replace(regexp_replace(p.qual,
        'app\.reaches\((\w+(?:\.\w+)?), [^()]+, [^()]+\)', '(\1 = (select app.tenant_in_scope()) or \&)', 'g'),
        'app\.in_schemes\(NULL::text\)', '(select app.in_schemes(null))', 'g'),
        'app\.in_schemes\((?!null\))\w+\)', '((select app.in_schemes(null)) or \&)', 'g'));
  end loop;
end $$;

alter policy reads on audit_log using ((tenant_id = (select app.tenant_in_scope()) or app.reaches(tenant_id, null, null))
  and (select current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin')));
alter policy reads on documents using (tenant_id = (select app.tenant_in_scope())
  or app.reaches_document(tenant_id, employer_id, scheme_id, member_id, visibility));

-- A scalar subquery and no `exists`, for which PostgreSQL may read all breaches of all firms into a hash table.
alter policy reach on obligations using ((tenant_id = (select app.tenant_in_scope()) or app.reaches(tenant_id, null, null))
  and (breach_id is null or coalesce((select true from breaches b where b.tenant_id = obligations.tenant_id and b.id = obligations.breach_id), false)));
alter policy reach on drafts using ((tenant_id = (select app.tenant_in_scope()) or app.reaches(tenant_id, null, null))
  and (kind <> 'BREACH_REPORT' or coalesce((select true from breaches b where b.tenant_id = drafts.tenant_id and b.id = drafts.subject_id), false)));
