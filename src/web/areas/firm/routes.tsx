/** The pages of the area `firm`: address, operation that opens it to a role, and module. */

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PAGES } from '../../../contract/pages.ts'
import { canManageAccounts, canSeeEveryFirm } from '../../../contract/users.ts'
import { getNextPage } from '../../next-page.ts'
import { operation } from '../../operation.ts'
import { findPerson } from '../../session.tsx'
import { FailedApplication } from '../../shell/error-page.tsx'
import { createFetch } from '../../shell/fetch-module.ts'
import {
  defineEditPage,
  defineListPage,
  defineNewPage,
  defineOpenPage,
  definePage,
  defineRecordPage,
  root,
} from '../../shell/route-builders.tsx'
import { defineSchemeTab } from '../schemes/scheme-route.tsx'

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
  defineOpenPage(PAGES.secondStep, () => import('./auth/second-step.tsx')),
  defineOpenPage(PAGES.singleSignOnReturn, () => import('./auth/single-sign-on-return.tsx')),
  defineOpenPage(PAGES.setUpFactor, () => import('./auth/set-up-factor.tsx')),
  defineOpenPage(PAGES.forgotPassword, () => import('./auth/forgot-password.tsx')),
  defineOpenPage(PAGES.resetPassword, () => import('./auth/reset-password.tsx')),
  defineOpenPage(PAGES.acceptInvitation, () => import('./auth/accept-invitation.tsx')),
  defineOpenPage(PAGES.confirmEmail, () => import('./auth/confirm-email.tsx')),
] as const

export const firmTabs = [
  defineSchemeTab('history', operation('audit-log.list'), () => import('./audit/history-of-scheme.tsx')),
] as const

export const firmPages = [
  defineListPage(
    PAGES.users,
    operation('user.list'),
    () => import('./users/user-list.tsx'),
    canManageAccounts,
  ),
  defineNewPage(PAGES.newUser, canManageAccounts, () => import('./users/user-form.tsx')),
  definePage(PAGES.user, canManageAccounts, () => import('./users/user-page.tsx'), operation('user.get')),
  defineListPage(PAGES.inbox, operation('inbox.list'), () => import('./inbox/inbox.tsx')),
  defineListPage(PAGES.audit, operation('audit-log.list'), () => import('./audit/audit-log.tsx')),
  definePage(PAGES.settings, operation('tenant.get'), () => import('./tenants/firm-settings.tsx')),
  definePage(
    PAGES.singleSignOn,
    operation('single-sign-on.set'),
    () => import('./single-sign-on/single-sign-on-page.tsx'),
  ),
  defineListPage(PAGES.apiKeys, operation('api-key.list'), () => import('./api-keys/api-key-list.tsx')),
  defineNewPage(PAGES.newApiKey, operation('api-key.create'), () => import('./api-keys/api-key-form.tsx')),
  defineRecordPage(PAGES.apiKey, operation('api-key.get'), () => import('./api-keys/api-key-page.tsx')),
  defineListPage(PAGES.webhooks, operation('webhook.list'), () => import('./webhooks/webhook-list.tsx')),
  defineNewPage(PAGES.newWebhook, operation('webhook.create'), () => import('./webhooks/webhook-form.tsx')),
  defineRecordPage(PAGES.webhook, operation('webhook.get'), () => import('./webhooks/webhook-page.tsx')),
  defineEditPage(
    PAGES.editWebhook,
    operation('webhook.update'),
    () => import('./webhooks/webhook-form.tsx'),
    operation('webhook.get'),
  ),
  defineListPage(PAGES.grants, operation('grant.list'), () => import('./grants/grant-list.tsx')),
  defineNewPage(PAGES.newGrant, operation('grant.create'), () => import('./grants/grant-form.tsx')),
  defineRecordPage(PAGES.grant, operation('grant.get'), () => import('./grants/grant-page.tsx')),
  definePage(PAGES.chooseGrant, operation('grant.own'), () => import('./grants/choose-grant.tsx')),
  definePage(PAGES.account, operation('me.get'), () => import('./auth/account.tsx')),
  definePage(PAGES.help, operation('me.get'), () => import('./help/help.tsx')),
  defineListPage(PAGES.firms, operation('tenant.list'), () => import('./tenants/firm-list.tsx')),
  definePage(
    PAGES.serviceHealth,
    operation('service-health.get'),
    () => import('./service-health/service-health.tsx'),
  ),
  defineNewPage(PAGES.newFirm, operation('tenant.create'), () => import('./tenants/firm-form.tsx')),
  definePage(PAGES.firm, canSeeEveryFirm, () => import('./tenants/firm-page.tsx'), operation('tenant.get')),
] as const
