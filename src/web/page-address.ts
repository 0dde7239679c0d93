import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Stated at each page: its inferred type would depend on the addresses of all pages. */
export type PageComponent = () => ReactNode

/** The id in the address of a record's page: `employerId` in `/employers/$employerId`. */
export const getIdParameter = (page: string): string => /\$(\w+)/.exec(page)?.[1] ?? ''

/** `linkToRecord(PAGES.employer, employer.id)` */
export const linkToRecord = (page: LinkProps['to'] & string, id: string): LinkProps =>
  ({ to: page, params: { [getIdParameter(page)]: id } }) as LinkProps
