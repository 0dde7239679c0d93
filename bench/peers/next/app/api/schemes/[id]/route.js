import { and, eq } from 'drizzle-orm'
import { getServerSession } from 'next-auth'
import { authOptions } from '../../../../lib/auth.js'
import { ALL, db, employers, schemes } from '../../../../lib/db.js'

export async function GET(_request, { params }) {
  const session = await getServerSession(authOptions)
  if (!session) return Response.json({ error: 'Authentication required' }, { status: 401 })
  const { id } = await params
  const [scheme] = await db
    .select(ALL)
    .from(schemes)
    .innerJoin(employers, and(eq(employers.tenantId, schemes.tenantId), eq(employers.id, schemes.employerId)))
    .where(and(eq(schemes.id, id), eq(schemes.tenantId, session.tenantId)))
  return scheme ? Response.json(scheme) : Response.json({ error: 'Not found' }, { status: 404 })
}
