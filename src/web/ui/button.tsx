import { Link, type LinkProps } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong font-medium',
  secondary: 'border-control! bg-surface text-text hover:bg-hover font-medium',
  quiet: 'text-text hover:bg-hover',
  danger: 'bg-danger-fill text-on-danger hover:opacity-90 font-medium',
}
const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-md border border-transparent whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60'
const USUAL = 'min-h-9 px-3 py-1.5'
/** In the row of a list. */
const SMALL = 'min-h-7 px-2 text-sm'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: ButtonLook
  icon?: ReactNode
  /** The work is under way: the button stays, says so, and takes no second click. */
  isBusy?: boolean
  isSmall?: boolean
}

export function Button({
  look = 'secondary',
  icon,
  isBusy = false,
  isSmall = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClassNames(SHAPE, isSmall ? SMALL : USUAL, LOOKS[look])}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <LoaderCircle aria-hidden="true" size={16} className="animate-spin" /> : icon}
      {children}
    </button>
  )
}

/** Leads somewhere; looks like a button because it is the next step of the page. */
export function ButtonLink({
  look = 'secondary',
  icon,
  isSmall = false,
  children,
  ...rest
}: LinkProps & {
  look?: ButtonLook
  icon?: ReactNode
  isSmall?: boolean
  'aria-label'?: string
  children: ReactNode
}) {
  return (
    <Link {...rest} className={joinClassNames(SHAPE, isSmall ? SMALL : USUAL, LOOKS[look], 'no-underline')}>
      {icon}
      {children}
    </Link>
  )
}

/** Leads to a file that the service makes. The browser fetches it, so it has to be an address of the contract: `buildRequest(…).url`. */
export function DownloadLink({
  look = 'secondary',
  icon,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'className' | 'href'> & { href: string; look?: ButtonLook; icon?: ReactNode }) {
  return (
    <a download {...rest} className={joinClassNames(SHAPE, USUAL, LOOKS[look], 'no-underline')}>
      {icon}
      {children}
    </a>
  )
}

/** Opens a new message in the mail program, from the row of a list. */
export const MailLink = ({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>) => (
  <a {...rest} className={joinClassNames(SHAPE, SMALL, LOOKS.secondary, 'no-underline')}>
    {children}
  </a>
)

/** A button that shows an icon only; its name is read aloud and shown on hover. */
export function IconButton({
  name,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'name'> & { name: string }) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      {...rest}
      className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text disabled:opacity-60"
    >
      {children}
    </button>
  )
}
