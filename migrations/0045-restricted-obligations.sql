-- An obligation about a restricted breach is shown to the users who can see the breach. The policy looks the breach up, so that it also holds
-- when a breach is restricted later.
\ir functions/01-access.sql
alter policy reach on breaches using (app.reaches(tenant_id, null, null)
  and (not is_restricted or app.sees_restricted(created_by)));

alter table obligations
  add column breach_id text generated always as (case when subject ->> 'kind' = 'breach' then subject ->> 'id' end) stored,
  add foreign key (tenant_id, breach_id) references breaches (tenant_id, id);
alter policy reach on obligations using (app.reaches(tenant_id, null, null)
  and (breach_id is null
       or exists (select from breaches b where b.tenant_id = obligations.tenant_id and b.id = obligations.breach_id)));
alter policy reach on corpus_reviews using (app.reaches(tenant_id, null, null)
  and (kind <> 'OBLIGATION'
       or exists (select from obligations o where o.tenant_id = corpus_reviews.tenant_id and o.id = corpus_reviews.record_id)));
