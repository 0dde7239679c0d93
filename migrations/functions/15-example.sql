-- The removal of the example of a firm.

-- Deletes the example of a firm: its employer and every record that refers to it, directly or through another record, also one that a user added.
-- The references of the schema say which records these are, so that a new table needs no line here. Stored files become unclaimed:
-- housekeeping removes them. Returns the ids of the deleted records by table; null, and nothing is deleted, where an account belongs to
-- the example or a record of a real scheme or employer refers to it.
create or replace function app.delete_example(p_tenant text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Places of rows by table. They stay the same within the transaction, because no row is updated in it from here on.
  doomed jsonb;
  ids text[];
  example_employers text[];
  example_schemes text[];
  reference record;
  relation text;
  found_rows jsonb;
  is_of_another boolean;
  grows boolean := true;
  deletions text := '';
  deleted jsonb := '{}';
begin
  if not app.reaches(p_tenant, null, null) then
    return null;
  end if;
  select array_agg(e.id) into example_employers from employers e where e.tenant_id = p_tenant and e.is_example;
  select array_agg(s.id) into example_schemes from schemes s where s.tenant_id = p_tenant and s.employer_id = any(example_employers);
  if exists (select from users u where u.tenant_id = p_tenant and u.employer_id = any(example_employers))
     or exists (select from users u join members m on m.tenant_id = u.tenant_id and m.id = u.member_id
                 where u.tenant_id = p_tenant and m.employer_id = any(example_employers)) then
    return null;
  end if;
  select jsonb_build_object('employers', coalesce(jsonb_agg(e.ctid::text), '[]')) into doomed
    from employers e where e.tenant_id = p_tenant and e.is_example;
  while grows loop
    grows := false;
    for reference in
      select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
             (select string_agg(format('c.%I = p.%I', own.attname, other.attname), ' and ' order by k.place)
                from unnest(c.conkey, c.confkey) with ordinality as k (own_column, other_column, place)
                join pg_attribute own on own.attrelid = c.conrelid and own.attnum = k.own_column
                join pg_attribute other on other.attrelid = c.confrelid and other.attnum = k.other_column) as columns
        from pg_constraint c
       where c.contype = 'f' and c.conrelid <> 'users'::regclass and doomed ? c.confrelid::regclass::text
    loop
      execute format('select jsonb_agg(distinct c.ctid::text) from %s c join %s p on %s
                       where p.ctid = any(array(select jsonb_array_elements_text($1))::tid[]) and c.ctid <> all(array(select jsonb_array_elements_text($2))::tid[])',
                     reference.child, reference.parent, reference.columns)
        into found_rows using doomed -> reference.parent, coalesce(doomed -> reference.child, '[]');
      if found_rows is not null then
        doomed := doomed || jsonb_build_object(reference.child, coalesce(doomed -> reference.child, '[]') || found_rows);
        grows := true;
      end if;
    end loop;
  end loop;
  for relation in select jsonb_object_keys(doomed) loop
    if exists (select from pg_attribute a where a.attrelid = relation::regclass and a.attname = 'scheme_id' and not a.attisdropped) then
      execute format('select exists (select from %s r where r.ctid = any(array(select jsonb_array_elements_text($1))::tid[]) and r.scheme_id <> all($2))', relation)
        into is_of_another using doomed -> relation, coalesce(example_schemes, '{}');
      if is_of_another then
        return null;
      end if;
    end if;
    if exists (select from pg_attribute a where a.attrelid = relation::regclass and a.attname = 'employer_id' and not a.attisdropped) then
      execute format('select exists (select from %s r where r.ctid = any(array(select jsonb_array_elements_text($1))::tid[]) and r.employer_id <> all($2))', relation)
        into is_of_another using doomed -> relation, example_employers;
      if is_of_another then
        return null;
      end if;
    end if;
    if exists (select from pg_attribute a where a.attrelid = relation::regclass and a.attname = 'id' and not a.attisdropped) then
      execute format('select array_agg(r.id) from %s r where r.ctid = any(array(select jsonb_array_elements_text($1))::tid[])', relation)
        into ids using doomed -> relation;
      deleted := deleted || jsonb_build_object(relation, to_jsonb(coalesce(ids, '{}')));
      delete from inbox_items i where i.tenant_id = p_tenant and i.comment_id is null and i.entity_id = any(ids);
    end if;
    if exists (select from pg_attribute a where a.attrelid = relation::regclass and a.attname = 'storage_key' and not a.attisdropped) then
      execute format('insert into unclaimed_files (tenant_id, storage_key) select r.tenant_id, r.storage_key from %s r
                       where r.ctid = any(array(select jsonb_array_elements_text($1))::tid[])', relation)
        using doomed -> relation;
    end if;
    deletions := deletions || format(', %I as (delete from %s r where r.ctid = any(array(select jsonb_array_elements_text($1 -> %L))::tid[]))',
                                     'of_' || relation, relation, relation);
  end loop;
  -- In one statement: the references are checked at its end, so that their order and their circles do not matter.
  execute 'with places as (select $1)' || deletions || ' select from places' using doomed;
  return deleted;
end $$;

revoke all on function app.delete_example(text) from public;
grant execute on function app.delete_example(text) to pcs_app;
