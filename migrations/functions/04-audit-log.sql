-- The audit log: append-only, one hash chain for each firm (Spec 2.6, docs/decisions/0008).

create or replace function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace function app.refuse_change_of_checkpoint() returns trigger language plpgsql as $$
begin
  raise exception 'Audit checkpoints are append-only' using errcode = 'insufficient_privilege';
end $$;

-- The end of a chain moves only forward, along entries that exist and are chained. One pass over the new entries, because an import
-- appends one entry for each row. It reads as the owner, because a user who appends may not be able to read the log.
create or replace function app.advance_by_one() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count bigint;
  v_is_linked boolean;
  v_last text;
begin
  select count(*), coalesce(bool_and(w.sequence = w.place and w.previous_hash = w.hash_before), false), max(w.hash) filter (where w.sequence = new.sequence)
    into v_count, v_is_linked, v_last
    from (select e.sequence, e.hash, e.previous_hash, lag(e.hash, 1, old.hash) over walk as hash_before,
                 old.sequence + row_number() over walk as place
            from audit_log e where e.tenant_id = new.tenant_id and e.sequence > old.sequence
          window walk as (order by e.sequence)) w;
  if new.sequence <= old.sequence or new.tenant_id <> old.tenant_id or v_count <> new.sequence - old.sequence
     or not v_is_linked or v_last is distinct from new.hash then
    raise exception 'An audit chain advances along its entries' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Whether every number of a state is written as JSON.stringify writes it, so that a verifier in another language reads the same text. A
-- number of 16 digits is accepted where JavaScript writes it shorter than PostgreSQL does: PostgreSQL does not take a decimal that lies
-- exactly half-way between two floating-point numbers, JavaScript does.
create or replace function app.has_plain_numbers(p_value jsonb) returns boolean
  language sql immutable parallel safe
  return not exists (
    select from jsonb_path_query(p_value, 'strict $.** ? (@.type() == "number")') as n (value)
     where n.value::text <> trim_scale(n.value::numeric)::text
        or (n.value::numeric <> n.value::text::float8::text::numeric
            and length(trim(both '0' from translate(n.value::text, '-.', '')))
                >= length(trim(both '0' from translate(n.value::text::float8::text::numeric::text, '-.', '')))));

-- Appends entries of the user or job of this transaction to the chain of a firm, in their order: an array of
-- { id, action, entityType, entityId, previousState, newState, event }. Sets sequence, time, previous hash and hash, so that no statement of the
-- service can stop or fork a chain. Hash: SHA-256 of 0x02, the previous hash (32 bytes) and the text of the entry as jsonb
-- (docs/decisions/0008). The events of entries that have one are stored for the webhooks of the firm.
--
-- The end of the chain is locked until the commit, and sign-ins of the firm wait for it. All that does not depend on the end is therefore made
-- before the lock: jsonb writes the names of an entry by length and then by bytes, so that each text has a part before `sequence`, one
-- before `previousHash` and one after it.
create or replace function app.append_audit_entries(p_tenant text, p_ip_address text, p_user_agent text, p_entries jsonb) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_actor text := current_setting('app.user', true);
  v_role text := current_setting('app.role', true);
  v_ids text[];
  v_actions text[];
  v_entity_types text[];
  v_entity_ids text[];
  v_previous_states jsonb[];
  v_new_states jsonb[];
  v_before_sequence text[];
  v_before_hash text[];
  v_after_hash text[];
  v_origin text;
  v_sequence bigint;
  v_hash text;
  v_hashes text[];
  v_at timestamptz;
begin
  -- Accounts of guests belong to no firm; each firm that gives a person access may create one.
  if not (app.writes_in(p_tenant) or p_tenant = 'guests' and current_setting('app.scope', true) = 'tenant') or coalesce(v_actor, '') = '' or coalesce(v_role, '') = '' then
    raise exception 'Audit entries are written in the own firm and in the own name' using errcode = 'insufficient_privilege';
  end if;
  if not app.has_plain_numbers(p_entries) then
    raise exception 'A number of an audit entry is not written as JSON.stringify writes it' using errcode = 'invalid_parameter_value';
  end if;
  select coalesce(array_agg(t.id), '{}'), array_agg(t.action), array_agg(t.entity_type),
         array_agg(t.entity_id), array_agg(t.previous_state), array_agg(t.new_state),
         array_agg(left(jsonb_build_object('id', t.id, 'action', t.action, 'actorId', v_actor, 'entityId', t.entity_id,
                                           'newState', t.new_state)::text, -1) || ', "sequence": '),
         array_agg(coalesce(to_json(t.entity_type)::text, 'null') || ', "previousHash": "'),
         array_agg('", "previousState": ' || coalesce(t.previous_state::text, 'null') || '}')
    into v_ids, v_actions, v_entity_types, v_entity_ids, v_previous_states, v_new_states, v_before_sequence, v_before_hash, v_after_hash
    from (select e.value ->> 'id' as id, e.value ->> 'action' as action, e.value ->> 'entityType' as entity_type,
                 e.value ->> 'entityId' as entity_id, nullif(e.value -> 'previousState', 'null') as previous_state,
                 nullif(e.value -> 'newState', 'null') as new_state
            from jsonb_array_elements(p_entries) with ordinality as e (value, place) order by e.place) t;

  if exists (select from webhooks w where w.tenant_id = p_tenant and w.status = 'ACTIVE') then
    perform app.store_webhook_events(p_tenant, jsonb_path_query_array(p_entries, '$[*].event'));
  end if;

  select c.sequence, c.hash into v_sequence, v_hash from audit_chains c where c.tenant_id = p_tenant for update;
  if not found then
    insert into audit_chains (tenant_id, sequence, hash)
      values (p_tenant, 0, encode(sha256(convert_to('audit-chain:' || p_tenant, 'UTF8')), 'hex')) on conflict do nothing;
    select c.sequence, c.hash into v_sequence, v_hash from audit_chains c where c.tenant_id = p_tenant for update;
  end if;
  v_at := date_trunc('milliseconds', clock_timestamp());
  v_origin := ', ' || substr(left(jsonb_build_object('tenantId', p_tenant, 'actorType', v_role, 'ipAddress', p_ip_address, 'userAgent', p_user_agent,
                                                     'timestamp', app.instant(v_at))::text, -1), 2) || ', "entityType": ';
  v_hashes[0] := v_hash;
  for i in 1 .. cardinality(v_ids) loop
    v_hash := encode(sha256('\x02'::bytea || decode(v_hash, 'hex') || convert_to(
      concat(v_before_sequence[i], v_sequence + i, v_origin, v_before_hash[i], v_hash, v_after_hash[i]), 'UTF8')), 'hex');
    v_hashes[i] := v_hash;
  end loop;
  insert into audit_log (tenant_id, sequence, id, actor_id, actor_type, action, entity_type, entity_id, previous_state, new_state,
                         ip_address, user_agent, timestamp, previous_hash, hash)
    select p_tenant, v_sequence + e.place, e.id, v_actor, v_role, e.action, e.entity_type, e.entity_id, e.previous_state, e.new_state,
           p_ip_address, p_user_agent, v_at, e.previous_hash, e.hash
      from unnest(v_ids, v_actions, v_entity_types, v_entity_ids, v_previous_states, v_new_states,
                  v_hashes[0:cardinality(v_ids) - 1], v_hashes[1:cardinality(v_ids)]) with ordinality
             as e (id, action, entity_type, entity_id, previous_state, new_state, previous_hash, hash, place);
  v_sequence := v_sequence + cardinality(v_ids);
  update audit_chains c set sequence = v_sequence, hash = v_hash where c.tenant_id = p_tenant and c.sequence < v_sequence;
  return v_sequence;
end $$;

-- The records of a scheme, its employer and the settings of its firm at a moment, from the audit log: for users who can read the records, but not the
-- log with its actors. Without breaches, and obligations about breaches, that are restricted from the user today.
create or replace function app.states_as_at(p_scheme text, p_moment timestamptz)
  returns table (entity_type text, entity_id text, state jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.entity_type, e.entity_id, e.new_state
    from (select distinct on (a.entity_type, a.entity_id) a.entity_type, a.entity_id, a.new_state
            from schemes s join audit_log a on a.tenant_id = s.tenant_id
           where s.id = p_scheme and app.reaches(s.tenant_id, null, null) and app.in_schemes(s.id) and a.timestamp <= p_moment
             and (a.entity_id in (s.id, s.tenant_id, s.employer_id) or coalesce(a.new_state, a.previous_state) ->> 'schemeId' = s.id)
           order by a.entity_type, a.entity_id, a.sequence desc) e
   where e.new_state is not null
     and not exists (select from breaches b
           where b.tenant_id = (select s.tenant_id from schemes s where s.id = p_scheme)
             and b.is_restricted and not app.sees_restricted(b.created_by)
             and b.id = case e.entity_type when 'breach' then e.entity_id
                   when 'obligation' then (select o.breach_id from obligations o where o.tenant_id = b.tenant_id and o.id = e.entity_id) end)
$$;

revoke all on function app.refuse_change(), app.refuse_change_of_checkpoint(), app.advance_by_one(), app.has_plain_numbers(jsonb),
  app.append_audit_entries(text, text, text, jsonb), app.states_as_at(text, timestamptz) from public;
grant execute on function app.append_audit_entries(text, text, text, jsonb), app.states_as_at(text, timestamptz) to pcs_app;
