-- Whose record is this? As before, for contributions and documents as well (migrations/0005).
create or replace function app.owner_of(p_kind text, p_id text)
  returns table (tenant_id text, employer_id text, member_id text, version integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  case p_kind
    when 'scheme' then return query select r.tenant_id, r.employer_id, null::text, r.version from schemes r where r.id = p_id;
    when 'member' then return query select r.tenant_id, r.employer_id, r.id, r.version from members r where r.id = p_id;
    when 'employer' then return query select r.tenant_id, r.id, null::text, r.version from employers r where r.id = p_id;
    when 'trustee' then return query select r.tenant_id, null::text, null::text, r.version from trustees r where r.id = p_id;
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

-- An import records one entry a row: the head of a chain may move by many, to an entry that exists and is chained. They are
-- walked once in their order, because a plan that was made while the log was small would read all of it for each.
create or replace function app.advance_by_one() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.sequence <= old.sequence or new.tenant_id <> old.tenant_id
     or not exists (select from audit_log e where e.tenant_id = new.tenant_id and e.sequence = new.sequence and e.hash = new.hash)
     or (select count(*) from audit_log e where e.tenant_id = new.tenant_id and e.sequence > old.sequence) <> new.sequence - old.sequence
     or exists (select from (select e.sequence, e.previous_hash, lag(e.hash, 1, old.hash) over walk as hash_before,
                                    old.sequence + row_number() over walk as place
                               from audit_log e where e.tenant_id = new.tenant_id and e.sequence > old.sequence
                             window walk as (order by e.sequence)) w
                 where w.sequence <> w.place or w.previous_hash is distinct from w.hash_before) then
    raise exception 'An audit chain advances along its entries' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
