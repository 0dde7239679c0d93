/** Names of people, so that texts about other subjects can be checked for them. */
import type { Statement } from '../../../platform/batch.ts'
import { listNameKeys } from '../../../platform/name-keys.ts'

/**
 * People of the caller's firm of whose name at least so many words stand in a text: its members, trustees, key function holders, contacts and
 * users. One a row: the name, the surname where it is known, and MEMBER or OTHER.
 */
export const selectNamesOfPeople = (text: string, least = 2): Statement => ({
  text: NAMES,
  values: [`{${listNameKeys(text).join(',')}}`, least],
})

const NAMES = `
with said as (select array(select current_setting('app.tenant', true) || ':' || key from unnest($1::text[]) key) as keys),
people as (
  select name_keys, first_name || ' ' || last_name as name, last_name as surname, 'MEMBER' as kind
    from members where tenant_id = current_setting('app.tenant', true) and erased_on is null and name_keys && (select keys from said)
  union all
  select name_keys, person_name, null, 'OTHER'
    from trustees where tenant_id = current_setting('app.tenant', true) and name_keys && (select keys from said)
  union all
  select name_keys, case holder_kind when 'INDIVIDUAL' then holder_name else responsible_person end, null, 'OTHER'
    from key_function_holders where tenant_id = current_setting('app.tenant', true) and name_keys && (select keys from said)
  union all
  select name_keys, contact_name, null, 'OTHER'
    from service_providers where tenant_id = current_setting('app.tenant', true) and name_keys && (select keys from said)
  union all
  select name_keys, name, null, 'OTHER'
    from users where tenant_id = current_setting('app.tenant', true) and name_keys && (select keys from said))
select distinct name, surname, kind from people
 where (select count(*) from unnest(name_keys) key where key = any ((select keys from said)::text[])) >= $2::int`
