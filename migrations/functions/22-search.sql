-- Candidates of a search by parts of words. `like` cannot use an index of a table with row-level security, because it is not leakproof. These
-- functions find the records whose text has all parts of the words; the list then compares the words themselves, within the caller's scope.

-- Whether it is one letter that most texts have: it finds no candidates, and is not in the index.
create or replace function app.is_frequent_letter(part text) returns boolean
  language sql immutable strict parallel safe
  return length(part) = 1 and strpos('abcdefghiklmnoprstuvwy', part) > 0;

-- Numbers of the parts of three letters of each word, or of a shorter word, of one firm, or of all firms where the prefix is empty. A part that has
-- the number of another only adds a candidate. A loop, because starting a query for each row takes longer than its parts.
create or replace function app.search_parts(prefix text, words text) returns int[]
  language plpgsql immutable strict parallel safe as $$
declare
  parts int[] := '{}';
  word text;
begin
  foreach word in array string_to_array(words, ' ') loop
    continue when word = '' or app.is_frequent_letter(word);
    for i in 1 .. greatest(length(word) - 2, 1) loop
      parts := parts || hashtext(prefix || substr(word, i, 3));
    end loop;
  end loop;
  return parts;
end $$;

-- The content of the index of a text: its parts of one, two and three letters. A change needs a migration that makes the indexes again. A search reads
-- it from the index and calls the function for no record: at its usual cost PostgreSQL would start other processes for that.
create or replace function app.search_keys(tenant text, words text) returns int[]
  language plpgsql immutable strict parallel safe cost 1 as $$
declare
  parts int[] := '{}';
  part text;
begin
  for i in 1 .. length(words) loop
    for n in 1 .. 3 loop
      part := substr(words, i, n);
      exit when length(part) < n or strpos(part, ' ') > 0;
      continue when app.is_frequent_letter(part);
      parts := parts || hashtext(tenant || part) || hashtext(part);
    end loop;
  end loop;
  return parts;
end $$;

-- Ids of the records of a kind that may have the words, in a firm or (null) in all firms. Null where there are too many: then the words are
-- frequent, and reading the list in its order soon finds a page. It reads as the owner, so that the index is used, and returns ids only: the
-- statement that compares them applies the caller's scope. An index of words is only read by bitmaps: statements that are planned once turn
-- them off, and with a frequent part PostgreSQL would rather compare every row.
create or replace function app.find_candidates(p_kind text, p_tenant text, p_words text) returns text[]
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_bitmapscan = on
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  -- So many of the 200,000 members of a large firm take as long as reading the members in the order of the list until a page is full.
  v_most constant int := 2000;
  v_parts constant int[] := app.search_parts(coalesce(p_tenant, ''), p_words);
  v_schemes constant text := $q$select s.tenant_id, s.id from schemes s
    where app.search_keys(s.tenant_id, s.search_key || ' ' || lower(coalesce(s.pensions_authority_number, ''))) @> $1$q$;
  v_ids text[];
begin
  if app.writes_in(p_tenant) is not true then return '{}'; end if;
  if cardinality(v_parts) = 0 then return null; end if;
  execute format('select array_agg(q.id) from (%s limit %s) q', case p_kind
    when 'scheme' then $q$select id from schemes where app.search_keys(tenant_id, search_key || ' ' || lower(coalesce(pensions_authority_number, ''))) @> $1$q$
    when 'member' then $q$select id from members where app.search_keys(tenant_id, search_key || ' ' || lower(coalesce(works_number, ''))) @> $1$q$
    when 'employer' then 'select id from employers where app.search_keys(tenant_id, search_key) @> $1'
    when 'breach' then 'select id from breaches where app.search_keys(tenant_id, search_key) @> $1'
    when 'keyFunctionHolder' then 'select id from key_function_holders where app.search_keys(tenant_id, search_key) @> $1'
    when 'document' then 'select id from documents where app.search_keys(tenant_id, search_key) @> $1
      union all select document_id from document_versions where app.search_keys(tenant_id, search_key) @> $1'
    when 'writtenPolicy' then 'select id from written_policies where app.search_keys(tenant_id, search_key) @> $1
      union all select r.id from (' || v_schemes || ') s join written_policies r on r.tenant_id = s.tenant_id and r.scheme_id = s.id'
    when 'draft' then 'select id from drafts where app.search_keys(tenant_id, search_key) @> $1
      union all select r.id from (' || v_schemes || ') s join drafts r on r.tenant_id = s.tenant_id and r.scheme_id = s.id'
  end, v_most + 1) into v_ids using v_parts;
  return case when cardinality(v_ids) > v_most then null else coalesce(v_ids, '{}') end;
end $$;

-- As app.find_candidates, of obligations of a firm by their title or scheme. The obligations of a rule have one title: each title is compared once,
-- and is found as the next one in an index.
create or replace function app.find_obligations(p_tenant text, p_words text) returns text[]
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  v_most constant int := 2000;
  v_schemes constant text[] := app.find_candidates('scheme', p_tenant, p_words);
  v_patterns constant text[] := array(select '%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest(string_to_array(p_words, ' ')) as w (word));
  v_ids text[];
begin
  if p_tenant is null or v_schemes is null then return null; end if;
  if app.writes_in(p_tenant) is not true then return '{}'; end if;
  with recursive titles as (
    (select o.search_key from obligations o where o.tenant_id = p_tenant order by o.search_key limit 1)
    union all
    select (select o.search_key from obligations o where o.tenant_id = p_tenant and o.search_key > t.search_key order by o.search_key limit 1)
      from titles t where t.search_key is not null
  )
  select array_agg(q.id) into v_ids from (
    select o.id from titles t join obligations o on o.tenant_id = p_tenant and o.search_key = t.search_key where t.search_key like all (v_patterns)
    union all
    select o.id from obligations o where o.tenant_id = p_tenant and o.scheme_id = any (v_schemes)
    limit v_most + 1) q;
  return case when cardinality(v_ids) > v_most then null else coalesce(v_ids, '{}') end;
end $$;

revoke all on function app.is_frequent_letter(text), app.search_parts(text, text), app.search_keys(text, text), app.find_candidates(text, text, text), app.find_obligations(text, text) from public;
grant execute on function app.is_frequent_letter(text), app.search_parts(text, text), app.search_keys(text, text), app.find_candidates(text, text, text), app.find_obligations(text, text) to pcs_app;
