-- The letters of a PPS number are part of it, and are stored only inside the encrypted value.
alter table members drop column pps_number_letters;

-- Whole questions are no longer sent to a provider. Firms that sent them send legal terms only from now on, and their administrators are told.
alter table tenants add column questions_reduced_on date;
alter table tenants no force row level security;
update tenants set settings = settings || '{"questionsSent": "PROJECTED"}',
                   questions_reduced_on = (now() at time zone 'Europe/Dublin')::date
 where settings ->> 'questionsSent' = 'SCANNED';
alter table tenants force row level security;

-- What the people of a firm are recognised by in a text: each word of a name and each two neighbouring words written as one, without accents,
-- without Ó, Ní, Mac and their like in front, and without the h that Irish grammar puts after a first consonant. Each begins with the firm, so
-- that an index finds those of one firm. The same is done to the words of the text by nameKeysOf in src/server/platform/name-keys.ts.
create function app.name_key(word text) returns text language sql immutable strict parallel safe
return regexp_replace(regexp_replace(word, '^(?:o|mac|mc|mhic|ni|nic|ui)([a-z]{4})', '\1'), '^([bcdfgmpst])h', '\1');

create function app.name_keys(tenant text, name text) returns text[] language sql immutable parallel safe
return (
  select coalesce(array_agg(distinct tenant || ':' || app.name_key(part)), '{}')
    from (select string_to_array(trim(regexp_replace(translate(normalize(lower(name), nfd),
                   U&'''\2019\0300\0301\0302\0303\0308\0327\030C\0328', ''), '[^a-z0-9]+', ' ', 'g')), ' ') as words) w,
         lateral (select unnest(words) as part
                  union all select words[i] || words[i + 1] from generate_subscripts(words, 1) i where i < cardinality(words)) parts
   where length(part) > 1);

alter table members add column name_keys text[] not null
  generated always as (app.name_keys(tenant_id, first_name || ' ' || coalesce(middle_name || ' ', '') || last_name)) stored;
alter table trustees add column name_keys text[] not null generated always as (app.name_keys(tenant_id, person_name)) stored;
alter table key_function_holders add column name_keys text[] not null
  generated always as (app.name_keys(tenant_id, case holder_kind when 'INDIVIDUAL' then holder_name else coalesce(responsible_person, '') end)) stored;
alter table service_providers add column name_keys text[] not null generated always as (app.name_keys(tenant_id, coalesce(contact_name, ''))) stored;
alter table users add column name_keys text[] not null generated always as (app.name_keys(tenant_id, name)) stored;
grant select (name_keys) on users to pcs_app;
create index members_by_name_key on members using gin (name_keys);
create index trustees_by_name_key on trustees using gin (name_keys);
create index key_function_holders_by_name_key on key_function_holders using gin (name_keys);
create index service_providers_by_name_key on service_providers using gin (name_keys);
create index users_by_name_key on users using gin (name_keys);
