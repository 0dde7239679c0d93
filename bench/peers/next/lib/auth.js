import { compare } from 'bcryptjs'
import { eq } from 'drizzle-orm'
import CredentialsProvider from 'next-auth/providers/credentials'
import { db, users } from './db.js'

/** @type {import('next-auth').AuthOptions} */
export const authOptions = {
  session: { strategy: 'jwt' },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      async authorize({ email, password }) {
        const [user] = await db.select().from(users).where(eq(users.email, email))
        if (!user?.passwordHash || user.status !== 'ACTIVE') return null
        return (await compare(password, user.passwordHash)) ? { id: user.id, tenantId: user.tenantId } : null
      },
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, tenantId: user.tenantId } : token),
    session: ({ session, token }) => ({ ...session, tenantId: token.tenantId }),
  },
}
