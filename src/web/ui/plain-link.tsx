/** A link for tables with many links: the router's own component takes up to half a millisecond for each of them. */
import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

type PlainLinkProps = Pick<LinkProps, 'to' | 'params' | 'search'> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick' | 'onMouseDown'>

/** The browser opens it in another tab or window, or saves it. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** Fills `$name` in the address of a page; values are ids, which need no other encoding. */
function fillAddress(to: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>
  return to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** `to` is an address with the names of its parameters; `params` and `search` are values and no functions. */
export function PlainLink({ to, params, search, children, ...rest }: PlainLinkProps) {
  const router = useRouter()
  const query = search ? router.options.stringifySearch(search as Record<string, unknown>) : ''
  const target = { to, params, search } as LinkProps
  return (
    <a
      {...rest}
      href={`${fillAddress(String(to), params)}${query}`}
      onMouseDown={() => void router.preloadRoute(target as never)}
      onClick={(event) => {
        if (event.defaultPrevented || isForBrowser(event)) return
        event.preventDefault()
        void router.navigate(target)
      }}
    >
      {children}
    </a>
  )
}
