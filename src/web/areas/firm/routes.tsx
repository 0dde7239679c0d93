/** The pages of the area `firm`: address, operation that opens it to a role, and module. */

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PAGES } from '../../../contract/pages.ts'
import { canManageAccounts, canSeeEveryFirm } from '../../../contract/users.ts'
import { getNextPage } from '../../next-page.ts'
import { operation } from '../../operation.ts'
import { findPerson } from '../../session.tsx'
import { FailedApplication } from '../../shell/error-page.tsx'
import { createFetch } from '../../shell/fetch-module.ts'
import { editPage, list, newPage, open, page, record, root } from '../../shell/route-builders.tsx'
import { schemeTab } from '../schemes/scheme-route.tsx'

const signIn = createRoute({
  getParentRoute: () => root,
  path: PAGES.signIn,
  validateSearch: ({ next, error }: Record<string, unknown>) => ({
    ...(typeof next === 'string' ? { next } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }),
  component: lazyRouteComponent(createFetch(() => import('./auth/sign-in.tsx'))),
  errorComponent: FailedApplication,
  /** Redirects users who are already signed in. */
  async beforeLoad({ context, search }) {
    if (await findPerson(context.queries))
      throw redirect({ href: getNextPage(search.next, window.location.origin) })
  },
})

export const openPages = [
  signIn,
  open(PAGES.secondStep, () => import('./auth/second-step.tsx')),
  open(PAGES.singleSignOnReturn, () => import('./auth/single-sign-on-return.tsx')),
  open(PAGES.setUpFactor, () => import('./auth/set-up-factor.tsx')),
  open(PAGES.forgotPassword, () => import('./auth/forgot-password.tsx')),
  open(PAGES.resetPassword, () => import('./auth/reset-password.tsx')),
  open(PAGES.acceptInvitation, () => import('./auth/accept-invitation.tsx')),
  open(PAGES.confirmEmail, () => import('./auth/confirm-email.tsx')),
] as const

export const firmTabs = [
  schemeTab('history', operation('audit-log.list'), () => import('./audit/history-of-scheme.tsx')),
] as const

export const firmPages = [
  list(PAGES.users, operation('user.list'), () => import('./users/user-list.tsx'), canManageAccounts),
  newPage(PAGES.newUser, canManageAccounts, () => import('./users/user-form.tsx')),
  page(PAGES.user, canManageAccounts, () => import('./users/user-page.tsx'), operation('user.get')),
  list(PAGES.inbox, operation('inbox.list'), () => import('./inbox/inbox.tsx')),
  list(PAGES.audit, operation('audit-log.list'), () => import('./audit/audit-log.tsx')),
  page(PAGES.settings, operation('tenant.get'), () => import('./tenants/firm-settings.tsx')),
  page(
    PAGES.singleSignOn,
    operation('single-sign-on.set'),
    () => import('./single-sign-on/single-sign-on-page.tsx'),
  ),
  list(PAGES.apiKeys, operation('api-key.list'), () => import('./api-keys/api-key-list.tsx')),
  newPage(PAGES.newApiKey, operation('api-key.create'), () => import('./api-keys/api-key-form.tsx')),
  record(PAGES.apiKey, operation('api-key.get'), () => import('./api-keys/api-key-page.tsx')),
  list(PAGES.webhooks, operation('webhook.list'), () => import('./webhooks/webhook-list.tsx')),
  newPage(PAGES.newWebhook, operation('webhook.create'), () => import('./webhooks/webhook-form.tsx')),
  record(PAGES.webhook, operation('webhook.get'), () => import('./webhooks/webhook-page.tsx')),
  editPage(
    PAGES.editWebhook,
    operation('webhook.update'),
    () => import('./webhooks/webhook-form.tsx'),
    operation('webhook.get'),
  ),
  list(PAGES.grants, operation('grant.list'), () => import('./grants/grant-list.tsx')),
  newPage(PAGES.newGrant, operation('grant.create'), () => import('./grants/grant-form.tsx')),
  record(PAGES.grant, operation('grant.get'), () => import('./grants/grant-page.tsx')),
  page(PAGES.chooseGrant, operation('grant.own'), () => import('./grants/choose-grant.tsx')),
  page(PAGES.account, operation('me.get'), () => import('./auth/account.tsx')),
  page(PAGES.help, operation('me.get'), () => import('./help/help.tsx')),
  list(PAGES.firms, operation('tenant.list'), () => import('./tenants/firm-list.tsx')),
  page(
    PAGES.serviceHealth,
    operation('service-health.get'),
    () => import('./service-health/service-health.tsx'),
  ),
  newPage(PAGES.newFirm, operation('tenant.create'), () => import('./tenants/firm-form.tsx')),
  page(PAGES.firm, canSeeEveryFirm, () => import('./tenants/firm-page.tsx'), operation('tenant.get')),
] as const
