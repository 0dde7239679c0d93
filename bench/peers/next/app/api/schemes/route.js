import { and, asc, eq } from 'drizzle-orm'
import { getServerSession } from 'next-auth'
import { authOptions } from '../../../lib/auth.js'
import { ALL, db, employers, SUMMARY, schemes } from '../../../lib/db.js'

const PAGE = 50

export async function GET(request) {
  const session = await getServerSession(authOptions)
  if (!session) return Response.json({ error: 'Authentication required' }, { status: 401 })
  const fields = new URL(request.url).searchParams.get('fields') === 'summary' ? SUMMARY : ALL
  const rows = await db
    .select(fields)
    .from(schemes)
    .innerJoin(employers, and(eq(employers.tenantId, schemes.tenantId), eq(employers.id, schemes.employerId)))
    .where(eq(schemes.tenantId, session.tenantId))
    .orderBy(asc(schemes.searchKey), asc(schemes.id))
    .limit(PAGE + 1)
  const hasMore = rows.length > PAGE
  return Response.json({ data: rows.slice(0, PAGE), nextCursor: hasMore ? rows[PAGE - 1].id : null })
}
