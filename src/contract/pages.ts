/**
 * Where the pages are. The server answers these addresses with the web application, its mails and redirects lead to them, and
 * the router shows them; `$name` stands for an id.
 */
export const PAGES = {
  today: '/',
  signIn: '/signin',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',

  schemes: '/schemes',
  newScheme: '/schemes/new',
  scheme: '/schemes/$schemeId',
  editScheme: '/schemes/$schemeId/edit',
  schemeTrustees: '/schemes/$schemeId/trustees',
  schemeMembers: '/schemes/$schemeId/members',
  schemeHistory: '/schemes/$schemeId/history',
  newTrustee: '/schemes/$schemeId/trustees/new',
  trustee: '/trustees/$trusteeId',
  editTrustee: '/trustees/$trusteeId/edit',

  employers: '/employers',
  newEmployer: '/employers/new',
  employer: '/employers/$employerId',
  editEmployer: '/employers/$employerId/edit',

  members: '/members',
  newMember: '/members/new',
  member: '/members/$memberId',
  editMember: '/members/$memberId/edit',

  users: '/users',
  newUser: '/users/new',
  user: '/users/$userId',

  audit: '/audit',
  settings: '/settings',
  account: '/account',

  firms: '/firms',
  newFirm: '/firms/new',
  firm: '/firms/$firmId',
} as const
