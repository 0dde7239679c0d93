/**
 * Where the pages are. The server answers these addresses with the web application, its mails and redirects lead to them, and
 * the router shows them; `$name` stands for an id. The contract of a resource states the addresses of its pages.
 */
import { RESOURCE_PAGES } from './resource-pages.ts'

export const PAGES = {
  ...RESOURCE_PAGES,

  today: '/',
  signIn: '/signin',
  secondStep: '/signin/second-step',
  /** A provider redirects here. Each firm has its own address, so that no provider can answer for another one. */
  singleSignOnReturn: '/signin/return/$firmId',
  setUpFactor: '/signin/set-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  confirmEmail: '/confirm-email',

  schemes: '/schemes',
  newScheme: '/schemes/new',
  importSchemes: '/schemes/import',
  schemeImports: '/schemes/imports',
  schemeImport: '/schemes/imports/$importId',
  scheme: '/schemes/$schemeId',
  editScheme: '/schemes/$schemeId/edit',
  schemeDetails: '/schemes/$schemeId/details',
  schemeMembers: '/schemes/$schemeId/members',
  schemeContributions: '/schemes/$schemeId/contributions',
  schemeDocuments: '/schemes/$schemeId/documents',
  schemeObligations: '/schemes/$schemeId/obligations',
  schemeHistory: '/schemes/$schemeId/history',

  members: '/members',
  newMember: '/members/new',
  dataQuality: '/members/data-quality',
  importMembers: '/members/import',
  member: '/members/$memberId',
  editMember: '/members/$memberId/edit',

  calendar: '/calendar',
  calendarMonth: '/calendar/month',
  calendarYear: '/calendar/year',
  calendarList: '/calendar/all',
  obligationsToConfirm: '/calendar/to-confirm',
  obligation: '/calendar/$obligationId',

  contributions: '/contributions',
  contributionBatches: '/contributions/batches',
  contributionReminders: '/contributions/reminders',
  uploadContributions: '/contributions/upload',
  enterContributions: '/contributions/enter',
  contribution: '/contributions/$batchId',

  documents: '/documents',
  newDocument: '/documents/new',
  document: '/documents/$documentId',
  editDocument: '/documents/$documentId/edit',

  assistant: '/assistant',
  answers: '/assistant/answers',
  answer: '/assistant/answers/$answerId',
  drafts: '/assistant/drafts',
  newDraft: '/assistant/drafts/new',
  draft: '/assistant/drafts/$draftId',
  draftChanges: '/assistant/drafts/$draftId/changes',
  sources: '/assistant/sources',
  source: '/assistant/sources/$sourceId',
  disclosures: '/assistant/disclosures',

  inbox: '/inbox',
  audit: '/audit',
  settings: '/settings',
  account: '/account',
  help: '/help',

  firms: '/firms',
  newFirm: '/firms/new',
  firm: '/firms/$firmId',
} as const
