create table members (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  employer_id text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  search_key text not null collate "C",
  date_of_birth date,
  -- base64 of IV (12) + tag (16) + ciphertext, AES-256-GCM (Spec 2.7)
  pps_number_encrypted text,
  -- HMAC-SHA-256 of the normalised number under a key of its own: finds duplicates without decrypting
  pps_number_hash text,
  -- HMAC binding the ciphertext to this row: a value copied from another member is refused
  pps_number_binding text,
  -- first 8 bytes of SHA-256 of the key, in hex: counts what a rotation has left to do
  pps_key_fingerprint text,
  pps_number_letters text,
  email text,
  phone text,
  address text,
  sex text not null default 'UNKNOWN',
  status text not null default 'PROSPECTIVE'
    check (status in ('PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER', 'TRANSFERRED_OUT', 'REFUNDED', 'OPTED_OUT', 'DECEASED')),
  joined_employment_on date,
  joined_scheme_on date,
  left_service_on date,
  retired_on date,
  ended_on date,
  normal_retirement_on date,
  works_number text,
  pensionable_salary_cents bigint,
  employee_rate_percent numeric(7, 4),
  employer_rate_percent numeric(7, 4),
  additional_voluntary_percent numeric(7, 4),
  has_pension_adjustment_order boolean not null default false,
  ppsn_purpose text not null default 'PENSION_ADMINISTRATION',
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  check ((pps_number_encrypted is null) = (pps_number_hash is null)
     and (pps_number_encrypted is null) = (pps_number_binding is null)
     and (pps_number_encrypted is null) = (pps_key_fingerprint is null))
);
create index members_by_id on members (id);
create index members_by_name on members (tenant_id, search_key, id);
create index members_by_scheme on members (tenant_id, scheme_id, search_key, id);
create index members_by_employer on members (tenant_id, employer_id);
create index members_by_pps_hash on members (tenant_id, pps_number_hash);
create index members_by_pps_key on members (pps_key_fingerprint) where pps_key_fingerprint is not null;
create unique index members_pps_number on members (tenant_id, scheme_id, pps_number_hash);
create unique index members_works_number on members (tenant_id, employer_id, scheme_id, works_number);

alter table users add foreign key (tenant_id, member_id) references members (tenant_id, id);

alter table members enable row level security;
alter table members force row level security;
create policy reach on members to pcs_app
  using (app.reaches(tenant_id, employer_id, id)) with check (app.reaches(tenant_id, null, null));
create policy definer_reads on members for select to pcs_owner using (true);
grant select, insert, update on members to pcs_app;

-- Whose record is this? Looks across firms on purpose: another firm's record must be refused (403), an absent one
-- not found (404). Answers nothing but the three ids that the guard compares and the version.
create function app.owner_of(p_kind text, p_id text)
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
    else raise exception 'Unknown kind of record';
  end case;
end $$;
revoke all on function app.owner_of(text, text) from public;
grant execute on function app.owner_of(text, text) to pcs_app;
