-- What left for the AI provider, byte for byte: a row is there before anything leaves, and says afterwards how it ended. It is never
-- changed after that and never removed.

create table ai_disclosures (
  tenant_id text not null references tenants (id),
  id text not null,
  -- Whoever asked; 'system' where the service itself did.
  user_id text not null,
  purpose text not null check (purpose in ('ANSWER', 'SECTION', 'EMBEDDING')),
  url text not null,
  model text not null,
  body text not null,
  sha256 text not null,
  began_at timestamptz not null,
  -- Null: it is under way, or the service stopped within it.
  ended_at timestamptz,
  -- Null: no answer came.
  status integer,
  input_tokens integer,
  output_tokens integer,
  -- Of a US dollar, with fractions; null: not known.
  cost_cents numeric,
  -- The provider's own name of the request.
  provider_request text,
  primary key (tenant_id, id)
);
create index ai_disclosures_by_age on ai_disclosures (tenant_id, began_at desc, id desc);

create function app.end_disclosure_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.ended_at is not null then
    raise exception 'A disclosure ends once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger disclosure_ends_once before update on ai_disclosures
  for each row execute function app.end_disclosure_once();
create trigger disclosures_are_kept before delete on ai_disclosures
  for each row execute function app.refuse_change();
create trigger disclosures_are_never_emptied before truncate on ai_disclosures
  for each statement execute function app.refuse_change();

alter table ai_disclosures enable row level security;
alter table ai_disclosures force row level security;
create policy definer_reads on ai_disclosures for select to pcs_owner using (true);
-- The firm's administrators read the ledger; whoever asked ends what they began.
create policy reads on ai_disclosures for select to pcs_app
  using (app.reaches(tenant_id, null, null)
    and (current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin') or user_id = current_setting('app.user', true)));
create policy begins on ai_disclosures for insert to pcs_app
  with check (app.writes_in(tenant_id) and user_id = current_setting('app.user', true));
create policy ends on ai_disclosures for update to pcs_app
  using (app.writes_in(tenant_id) and user_id = current_setting('app.user', true));
grant select, insert on ai_disclosures to pcs_app;
grant update (ended_at, status, input_tokens, output_tokens, cost_cents, provider_request) on ai_disclosures to pcs_app;

-- What the caller's firm has used of its month, whoever of it asks.
create function app.provider_use(p_since timestamptz, out calls integer, out cents numeric)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::integer, coalesce(sum(d.cost_cents), 0) from ai_disclosures d
   where d.tenant_id = current_setting('app.tenant', true) and d.began_at >= p_since
$$;
revoke all on function app.provider_use(timestamptz), app.end_disclosure_once() from public;
grant execute on function app.provider_use(timestamptz) to pcs_app;

-- An answer may be written by a model, from what is named here.
alter table assistant_answers drop constraint assistant_answers_mode_check;
alter table assistant_answers add constraint assistant_answers_mode_check check (mode in ('WRITTEN', 'EXTRACTS', 'REFUSED'));
alter table assistant_answers add column model text;
alter table assistant_answers add column sent_question text;
