/**
 * The lower bound: Fastify and `pg` without any protection. One prepared SELECT with a WHERE, rows decoded
 * by the driver, JSON made by JavaScript; no session, no limits, no headers, no row-level security.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { Scheme } from '../src/contract/schemes.ts'

const PAGE = 50

const OF_EMPLOYER: Record<string, string> = { employerName: 'e.legal_name', isExample: 'e.is_example' }
const columnOf = (field: string): string =>
  OF_EMPLOYER[field] ?? `r.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
const columns = Object.keys(Scheme.shape).map((field) => `${columnOf(field)} as "${field}"`)

// Dates as text, like the service: half of its time would go into making Date objects of them.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const server = Fastify()

server.get('/ready', async () => ({ ready: (await pool.query('select 1')).rowCount === 1 }))
server.get<{ Querystring: { tenantId: string } }>('/api/schemes', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'schemes of a firm',
    text: `select ${columns.join(', ')}
             from schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id
            where r.tenant_id = $1 order by r.search_key, r.id limit ${PAGE + 1}`,
    values: [query.tenantId],
  })
  return { data: rows.slice(0, PAGE), nextCursor: rows.length > PAGE ? rows[PAGE - 1].id : null }
})

process.once('SIGTERM', async () => {
  await server.close()
  await pool.end()
})
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
