/** Names of members, for keeping them out of what is not about members. */
import type { Statement } from '../../platform/batch.ts'
import { searchKey } from '../../platform/text-keys.ts'

/**
 * Members of the caller's firm of whose name two words stand in a text, one name a row: few of them are meant, and none that is meant is
 * missing. What is an apostrophe to one is nothing to another.
 */
export const namesOfMembersAmong = (text: string): Statement => ({
  text: `select r.first_name || ' ' || r.last_name from members r
    where r.tenant_id = current_setting('app.tenant', true)
      and (select count(*) from regexp_split_to_table(translate(r.search_key, '''’', ''), '[^a-z0-9]+') part
            where length(part) > 1 and part = any ($1::text[])) >= 2`,
  values: [`{${[...new Set(wordsOf(text))].join(',')}}`],
})

const wordsOf = (text: string): string[] => {
  const key = searchKey(text)
  return [key, key.replaceAll(/['’]/g, '')].flatMap((one) => one.match(/[a-z0-9]{2,}/g) ?? [])
}
