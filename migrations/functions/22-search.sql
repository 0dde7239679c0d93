-- Candidates of a search by parts of words. `like` cannot use an index of a table with row-level security, because it is not leakproof. These
-- functions find the records whose text has all parts of three letters of the words; the list then compares the words themselves, within
-- the caller's scope.

-- Numbers of the parts of three letters of each word, of one firm, or of all firms where the prefix is empty. A part that has the number of another
-- only adds a candidate. A loop, because starting a query for each row takes longer than its parts.
create or replace function app.search_parts(prefix text, words text) returns int[]
  language plpgsql immutable strict parallel safe as $$
declare
  parts int[] := '{}';
  part text;
begin
  for i in 1 .. length(words) - 2 loop
    part := substr(words, i, 3);
    if strpos(part, ' ') = 0 then parts := parts || hashtext(prefix || part); end if;
  end loop;
  return parts;
end $$;

-- The content of the index of a text. A change needs a migration that makes the indexes again.
create or replace function app.search_keys(tenant text, words text) returns int[]
  language plpgsql immutable strict parallel safe as $$
begin
  return app.search_parts(tenant, words) || app.search_parts('', words);
end $$;

-- Ids of the records of a kind that may have the words, in a firm or (null) in all firms. Null where there are too many, or where no word
-- has three letters: then the words are frequent, and reading the list in its order soon finds a page. It reads as the owner, so that the
-- index is used, and returns ids only: the statement that compares them applies the caller's scope. An index of words is only read by bitmaps,
-- which statements that are planned once turn off.
create or replace function app.find_candidates(p_kind text, p_tenant text, p_words text) returns text[]
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_bitmapscan = on as $$
declare
  -- So many members take less time than reading all 200,000 of a large firm in the order of the list; of other kinds there are fewer.
  v_most constant int := case p_kind when 'member' then 10000 else 2000 end;
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

revoke all on function app.search_parts(text, text), app.search_keys(text, text), app.find_candidates(text, text, text) from public;
grant execute on function app.search_parts(text, text), app.search_keys(text, text), app.find_candidates(text, text, text) to pcs_app;
