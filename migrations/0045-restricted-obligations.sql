-- An obligation about an entry of the breach register is as restricted as the entry: the database asks the entry, so that it also
-- holds where an entry is restricted later.
create function app.sees_restricted(entered_by text) returns boolean
  language sql stable parallel safe
  return coalesce(entered_by = current_setting('app.user', true), false)
    or coalesce(current_setting('app.role', true) in ('BrokerAdmin', 'SuperAdmin'), false);
revoke all on function app.sees_restricted(text) from public;
grant execute on function app.sees_restricted(text) to pcs_app;
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

-- As before (migrations/0010), without restricted entries and their obligations for readers who may not see them today.
create or replace function app.states_as_at(p_scheme text, p_moment timestamptz)
  returns table (entity_type text, entity_id text, state jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.entity_type, e.entity_id, e.new_state
    from (select distinct on (a.entity_type, a.entity_id) a.entity_type, a.entity_id, a.new_state
            from schemes s join audit_log a on a.tenant_id = s.tenant_id
           where s.id = p_scheme and app.reaches(s.tenant_id, null, null) and a.timestamp <= p_moment
             and (a.entity_id in (s.id, s.tenant_id) or coalesce(a.new_state, a.previous_state) ->> 'schemeId' = s.id)
           order by a.entity_type, a.entity_id, a.sequence desc) e
   where e.new_state is not null
     and not exists (select from breaches b
           where b.tenant_id = (select s.tenant_id from schemes s where s.id = p_scheme)
             and b.is_restricted and not app.sees_restricted(b.created_by)
             and b.id = case e.entity_type when 'breach' then e.entity_id
                   when 'obligation' then (select o.breach_id from obligations o where o.tenant_id = b.tenant_id and o.id = e.entity_id) end)
$$;

-- As before (migrations/0036), without what is restricted from the feed's owner.
create or replace function app.duties_of_feed(p_token_hash text) returns json
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title, 'scheme', s.name, 'rule', o.rule_id, 'who', o.who,
             'due', o.due_on, 'source', o.source, 'ruling', o.ruling, 'updated', app.instant(o.updated_at)) order by o.due_on, o.id)
           from obligations o join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
          where o.tenant_id = f.tenant_id and o.state = 'OPEN'
            and o.due_on <= app.today() + 400
            and not exists (select from breaches b where b.tenant_id = o.tenant_id and b.id = o.breach_id
                  and b.is_restricted and u.role <> 'BrokerAdmin' and b.created_by is distinct from u.id)), '[]')
    from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id join tenants t on t.id = f.tenant_id
   where f.token_hash = p_token_hash and f.revoked_at is null and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
     and u.role in ('BrokerUser', 'BrokerAdmin')
$$;
