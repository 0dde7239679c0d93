/** Reads the schema that migrations made, one line for each object, so that two databases can be compared. */

interface Connection {
  query(text: string): Promise<{ rows: { line: string }[] }>
}

// Columns are compared by name: their order in a table depends on the migrations that added them. Objects of extensions and indexes
// of vectors (app.index_vectors) are not made by migrations.
const CATALOGUE = `
  with schema as (select oid, nspname from pg_namespace where nspname in ('public', 'app')),
  relation as (
    select c.*, n.nspname || '.' || c.relname as name from pg_class c join schema n on n.oid = c.relnamespace
     where c.relname not like 'schema_migrations%' and c.relname not like 'corpus_embeddings_near_%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
  select concat_ws(' ', 'schema', n.nspname, n.nspowner::regrole, n.nspacl) as line from pg_namespace n where n.nspname = 'app'
  union all
  select concat_ws(' ', 'relation', c.name, c.relkind, 'owner', c.relowner::regrole, 'security', c.relrowsecurity, c.relforcerowsecurity,
                   array(select a::text from unnest(c.relacl) a order by 1), c.reloptions) from relation c
  union all
  select concat_ws(' ', 'column', c.name, a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
                   'not null', a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attacl)
    from relation c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind in ('r', 'p')
  union all
  select concat_ws(' ', 'constraint', c.name, k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k join relation c on c.oid = k.conrelid
   where k.contype <> 'n'
  union all
  select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid)) from pg_index i join relation c on c.oid = i.indexrelid
  union all
  select concat_ws(' ', 'policy', c.name, p.polname, p.polcmd, p.polpermissive, p.polroles::regrole[], 'using', pg_get_expr(p.polqual, p.polrelid),
                   'check', pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_policy p join relation c on c.oid = p.polrelid
  union all
  select concat_ws(' ', 'trigger', c.name, pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join relation c on c.oid = t.tgrelid where not t.tgisinternal
  union all
  select concat_ws(' ', 'function', p.oid::regprocedure, 'owner', p.proowner::regrole,
                   array(select a::text from unnest(coalesce(p.proacl, acldefault('f', p.proowner))) a order by 1), pg_get_functiondef(p.oid))
    from pg_proc p join schema n on n.oid = p.pronamespace
   where not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select concat_ws(' ', 'kind', k.kind, k.relation) from app.kinds_of_firms k
  order by 1`

export async function readCatalogue(connection: Connection): Promise<string[]> {
  return (await connection.query(CATALOGUE)).rows.map(({ line }) => line)
}
