/** Signs in as a browser would and answers the cookie that proves it. */
export async function signIn(
  origin: string,
  { email, password }: { email: string; password: string },
  path = '/api/auth/signin',
  others: Record<string, string> = {},
): Promise<string> {
  const csrfResponse = await fetch(`${origin}/api/auth/csrf`)
  const { csrfToken } = (await csrfResponse.json()) as { csrfToken: string }
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', cookie: cookiesOf(csrfResponse) },
    body: new URLSearchParams({ csrfToken, email, password, ...others }),
  })
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`)
  return cookiesOf(answer)
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
