import { PAGES } from '../../../../contract/pages.ts'

/** Where the provider of a firm redirects to. The address names the firm, so that no provider can answer for another one (mix-up). */
export const buildRedirectAddress = (appUrl: string, tenantId: string): string =>
  appUrl + PAGES.singleSignOnReturn.replace('$firmId', tenantId)
