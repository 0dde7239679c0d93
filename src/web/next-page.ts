import { PAGES } from '../contract/pages.ts'

/** Where to go after the sign-in: a page of this application; an address from elsewhere is not followed. */
export function getNextPage(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return PAGES.today
  const url = new URL(next, origin)
  // `//host` and `/\host` are other people's; `/.//host` is a path here and another host's as an address.
  const isHere = url.origin === origin && !url.pathname.startsWith('//')
  return isHere && url.pathname !== PAGES.signIn ? url.pathname + url.search + url.hash : PAGES.today
}
