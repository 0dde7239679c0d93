/** Names of members, for keeping them out of what is not about members. */
import type { Statement } from '../../platform/batch.ts'
import { searchKey } from '../../platform/text-keys.ts'

/** Written to a name, apart from it, or left out. */
const IN_FRONT = '(o|mc|ni|nic|ui|fitz|de|st)'

/**
 * Members of the caller's firm of whose name at least so many words stand in a text, one name a row: few of them are meant, and none
 * that is meant is missing. What is an apostrophe to one is nothing to another, and O'Brien is Brien and O Brien as well.
 */
export const namesOfMembersAmong = (text: string, least = 2): Statement => ({
  text: `select r.first_name || ' ' || r.last_name from members r
    where r.tenant_id = current_setting('app.tenant', true)
      and (select count(*) from regexp_split_to_table(translate(r.search_key, '''’', ''), '[^a-z0-9]+') written,
                  lateral (select regexp_replace(written, '^mac', 'mc') as part) p
            where length(part) > 1 and (part = any ($1::text[]) or regexp_replace(part, '^${IN_FRONT}', '') = any ($1::text[]))) >= $2::int`,
  values: [`{${[...new Set(wordsOf(text))].join(',')}}`, least],
})

const wordsOf = (text: string): string[] => {
  const key = searchKey(text)
  return [key, key.replaceAll(/['’]/g, '')].flatMap((one) => {
    const words = (one.match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/^mac/, 'mc'))
    const joined = words.slice(1).map((word, index) => `${words[index]}${word}`)
    return [...words.filter((word) => word.length > 1), ...joined]
  })
}
