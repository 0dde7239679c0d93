-- A check is no obligation: it has a day, and is never due soon, overdue or late.
alter table obligations
  drop constraint obligations_state_check,
  add constraint obligations_state_check
    check (state in ('OPEN', 'TO_CONFIRM', 'CHECK', 'DONE', 'WAIVED', 'NOT_APPLICABLE', 'DATA_GAP', 'CANNOT_TELL'));

-- As before (migrations/0010), and of wound-up schemes too: what was due or arose before they were wound up stays open.
create or replace function app.duties_of_feed(p_token_hash text) returns json
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title, 'scheme', s.name, 'rule', o.rule_id, 'who', o.who,
             'due', o.due_on, 'source', o.source, 'ruling', o.ruling, 'updated', app.instant(o.updated_at)) order by o.due_on, o.id)
           from obligations o join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
          where o.tenant_id = f.tenant_id and o.state = 'OPEN'
            and o.due_on <= app.today() + 400), '[]')
    from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id join tenants t on t.id = f.tenant_id
   where f.token_hash = p_token_hash and f.revoked_at is null and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
     and u.role in ('BrokerUser', 'BrokerAdmin')
$$;
