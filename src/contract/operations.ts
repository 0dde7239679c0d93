/**
 * Every operation of the API: its name, its address, and who may call it. The contracts (`schemes.ts`, `members.ts`, …) add the summary and
 * the schemas. This table has no schemas because the web application loads it with its first page, for navigation and page guards.
 */

/** Lowest first; a role check passes when the actor's level is at least the required one (Spec 2.2). */
export const ROLES = [
  'Member',
  'EmployerUser',
  'EmployerAdmin',
  'BrokerUser',
  'BrokerAdmin',
  'SuperAdmin',
] as const

/** Who may call: a minimum role, or or a kind of caller that has no session. Required. */
export type Access = (typeof ROLES)[number] | 'public' | 'cron' | 'ingest'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = `${Method} /api/${string}`

/** How the body of a command arrives. A multipart body has one file, in the field `file`. */
export type Body = 'json' | 'form' | 'multipart' | 'json or multipart'

/** The name is the OpenAPI operationId, the audit action and the log field (Spec 2.6: "dotted name of the operation"). */
export const OPERATIONS = {
  'auth.change-email': { route: 'POST /api/auth/change-email', access: 'Member' },
  'auth.change-password': { route: 'POST /api/auth/change-password', access: 'Member' },
  'auth.confirm-email': { route: 'POST /api/auth/confirm-email', access: 'public' },
  'auth.forgot-password': { route: 'POST /api/auth/forgot-password', access: 'public' },
  'auth.csrf': { route: 'GET /api/auth/csrf', access: 'public' },
  'auth.session': { route: 'GET /api/auth/session', access: 'public' },
  'auth.reset-password': { route: 'POST /api/auth/reset-password', access: 'public' },
  'auth.signin': { route: 'POST /api/auth/signin', access: 'public', body: 'form' },
  'auth.signout': { route: 'POST /api/auth/signout', access: 'Member' },
  'auth.signout-everywhere': { route: 'POST /api/auth/signout-everywhere', access: 'Member' },

  'user.colleagues': { route: 'GET /api/users/colleagues', access: 'BrokerUser' },
  'user.create': { route: 'POST /api/users', access: 'EmployerAdmin' },
  'user.deactivate': { route: 'POST /api/users/{id}/deactivate', access: 'EmployerAdmin' },
  'user.get': { route: 'GET /api/users/{id}', access: 'EmployerAdmin' },
  'user.invite': { route: 'POST /api/users/{id}/invite', access: 'EmployerAdmin' },
  'user.list': { route: 'GET /api/users', access: 'EmployerAdmin' },
  'user.reactivate': { route: 'POST /api/users/{id}/reactivate', access: 'EmployerAdmin' },
  'user.update': { route: 'PUT /api/users/{id}', access: 'EmployerAdmin' },
  'me.get': { route: 'GET /api/me', access: 'Member' },
  'me.update': { route: 'PUT /api/me', access: 'Member' },

  'tenant.close': { route: 'POST /api/tenants/{id}/close', access: 'SuperAdmin' },
  'tenant.create': { route: 'POST /api/tenants', access: 'SuperAdmin' },
  'tenant.get': { route: 'GET /api/tenants/{id}', access: 'BrokerAdmin' },
  'tenant.list': { route: 'GET /api/tenants', access: 'SuperAdmin' },
  'tenant.reactivate': { route: 'POST /api/tenants/{id}/reactivate', access: 'SuperAdmin' },
  'tenant.suspend': { route: 'POST /api/tenants/{id}/suspend', access: 'SuperAdmin' },
  'tenant.update': { route: 'PUT /api/tenants/{id}', access: 'BrokerAdmin' },

  'employer.create': { route: 'POST /api/employers', access: 'BrokerUser' },
  'employer.get': { route: 'GET /api/employers/{id}', access: 'EmployerUser' },
  'employer.list': { route: 'GET /api/employers', access: 'EmployerUser' },
  'employer.update': { route: 'PUT /api/employers/{id}', access: 'BrokerUser' },

  'scheme.approve': { route: 'POST /api/schemes/{id}/approve', access: 'BrokerAdmin' },
  'scheme.close': { route: 'POST /api/schemes/{id}/close', access: 'BrokerUser' },
  'scheme.complete-wind-up': { route: 'POST /api/schemes/{id}/complete-wind-up', access: 'BrokerUser' },
  'scheme.create': { route: 'POST /api/schemes', access: 'BrokerUser' },
  'scheme.freeze': { route: 'POST /api/schemes/{id}/freeze', access: 'BrokerUser' },
  'scheme.get': { route: 'GET /api/schemes/{id}', access: 'EmployerUser' },
  'scheme.compliance': { route: 'GET /api/schemes/{id}/compliance', access: 'BrokerUser' },
  'scheme.list': { route: 'GET /api/schemes', access: 'EmployerUser' },
  'scheme.portfolio': { route: 'GET /api/portfolio/schemes', access: 'BrokerUser' },
  'scheme.reject': { route: 'POST /api/schemes/{id}/reject', access: 'BrokerAdmin' },
  'scheme.reopen': { route: 'POST /api/schemes/{id}/reopen', access: 'BrokerUser' },
  'scheme.start-wind-up': { route: 'POST /api/schemes/{id}/start-wind-up', access: 'BrokerUser' },
  'scheme.submit': { route: 'POST /api/schemes/{id}/submit', access: 'BrokerUser' },
  'scheme.unfreeze': { route: 'POST /api/schemes/{id}/unfreeze', access: 'BrokerUser' },
  'scheme.update': { route: 'PUT /api/schemes/{id}', access: 'BrokerUser' },
  'scheme.withdraw-submission': { route: 'POST /api/schemes/{id}/withdraw-submission', access: 'BrokerUser' },

  'scheme-import.approve': { route: 'POST /api/scheme-imports/{id}/approve', access: 'BrokerAdmin' },
  'scheme-import.create': { route: 'POST /api/scheme-imports', access: 'BrokerUser', body: 'multipart' },
  'scheme-import.get': { route: 'GET /api/scheme-imports/{id}', access: 'BrokerUser' },
  'scheme-import.list': { route: 'GET /api/scheme-imports', access: 'BrokerUser' },
  'scheme-import.template': { route: 'GET /api/scheme-import-template', access: 'BrokerUser' },
  'scheme-import.undo': { route: 'POST /api/scheme-imports/{id}/undo', access: 'BrokerUser' },

  'trustee.appoint': { route: 'POST /api/trustees/{id}/appoint', access: 'BrokerAdmin' },
  'trustee.assess': { route: 'POST /api/trustees/{id}/assess', access: 'BrokerUser' },
  'trustee.create': { route: 'POST /api/schemes/{id}/trustees', access: 'BrokerUser' },
  'trustee.disqualify': { route: 'POST /api/trustees/{id}/disqualify', access: 'BrokerUser' },
  'trustee.get': { route: 'GET /api/trustees/{id}', access: 'BrokerUser' },
  'trustee.list': { route: 'GET /api/schemes/{id}/trustees', access: 'BrokerUser' },
  'trustee.record-death': { route: 'POST /api/trustees/{id}/record-death', access: 'BrokerUser' },
  'trustee.remove': { route: 'POST /api/trustees/{id}/remove', access: 'BrokerUser' },
  'trustee.retire': { route: 'POST /api/trustees/{id}/retire', access: 'BrokerUser' },
  'trustee.review': { route: 'POST /api/trustees/{id}/review', access: 'BrokerUser' },
  'trustee.update': { route: 'PUT /api/trustees/{id}', access: 'BrokerUser' },

  'trustee-training.create': { route: 'POST /api/trustees/{id}/trainings', access: 'BrokerUser' },
  'trustee-training.list': { route: 'GET /api/trustees/{id}/trainings', access: 'BrokerUser' },
  'trustee-training.withdraw': { route: 'POST /api/trustee-trainings/{id}/withdraw', access: 'BrokerUser' },

  'trustee-meeting.approve-minutes': {
    route: 'POST /api/trustee-meetings/{id}/approve-minutes',
    access: 'BrokerAdmin',
  },
  'trustee-meeting.cancel': { route: 'POST /api/trustee-meetings/{id}/cancel', access: 'BrokerUser' },
  'trustee-meeting.create': { route: 'POST /api/schemes/{id}/meetings', access: 'BrokerUser' },
  'trustee-meeting.get': { route: 'GET /api/trustee-meetings/{id}', access: 'BrokerUser' },
  'trustee-meeting.hold': { route: 'POST /api/trustee-meetings/{id}/hold', access: 'BrokerUser' },
  'trustee-meeting.list': { route: 'GET /api/trustee-meetings', access: 'BrokerUser' },
  'trustee-meeting.update': { route: 'PUT /api/trustee-meetings/{id}', access: 'BrokerUser' },

  'meeting-action.create': { route: 'POST /api/trustee-meetings/{id}/actions', access: 'BrokerUser' },
  'meeting-action.done': { route: 'POST /api/meeting-actions/{id}/done', access: 'BrokerUser' },
  'meeting-action.drop': { route: 'POST /api/meeting-actions/{id}/drop', access: 'BrokerUser' },
  'meeting-action.get': { route: 'GET /api/meeting-actions/{id}', access: 'BrokerUser' },
  'meeting-action.list': { route: 'GET /api/meeting-actions', access: 'BrokerUser' },
  'meeting-action.update': { route: 'PUT /api/meeting-actions/{id}', access: 'BrokerUser' },

  'member.create': { route: 'POST /api/members', access: 'BrokerUser' },
  'member.get': { route: 'GET /api/members/{id}', access: 'Member' },
  'member.join': { route: 'POST /api/members/{id}/join', access: 'BrokerUser' },
  'member.leave': { route: 'POST /api/members/{id}/leave', access: 'BrokerUser' },
  'member.list': { route: 'GET /api/members', access: 'Member' },
  'member.opt-out': { route: 'POST /api/members/{id}/opt-out', access: 'BrokerUser' },
  'member.pay': { route: 'GET /api/members/{id}/pay', access: 'Member' },
  'member.record-pay': { route: 'POST /api/members/{id}/record-pay', access: 'BrokerUser' },
  'member.correct-pay': { route: 'POST /api/members/{id}/correct-pay', access: 'BrokerUser' },
  'member.record-death': { route: 'POST /api/members/{id}/record-death', access: 'BrokerUser' },
  'member.refund': { route: 'POST /api/members/{id}/refund', access: 'BrokerUser' },
  'member.retire': { route: 'POST /api/members/{id}/retire', access: 'BrokerUser' },
  'member.reveal-pps': { route: 'POST /api/members/{id}/reveal-pps', access: 'BrokerUser' },
  'member.transfer': { route: 'POST /api/members/{id}/transfer', access: 'BrokerUser' },
  'member.update': { route: 'PUT /api/members/{id}', access: 'BrokerUser' },
  'member.export': { route: 'GET /api/members/export', access: 'BrokerUser' },
  'member.import': { route: 'POST /api/members/import', access: 'BrokerUser', body: 'multipart' },

  'contribution.close': { route: 'POST /api/contributions/{id}/close', access: 'BrokerUser' },
  'contribution.correct': { route: 'POST /api/contributions/{id}/correct', access: 'BrokerUser' },
  'contribution.errors': { route: 'GET /api/contributions/{id}/errors.csv', access: 'EmployerUser' },
  'contribution.get': { route: 'GET /api/contributions/{id}', access: 'EmployerUser' },
  'contribution.clock': { route: 'GET /api/contributions/{id}/clock', access: 'EmployerUser' },
  'contribution.grid': { route: 'GET /api/contributions/grid', access: 'BrokerUser' },
  'contribution.lines': { route: 'GET /api/contributions/{id}/lines', access: 'EmployerUser' },
  'contribution.list': { route: 'GET /api/contributions', access: 'EmployerUser' },

  'data-quality.list': { route: 'GET /api/data-quality', access: 'BrokerUser' },
  'data-quality.totals': { route: 'GET /api/data-quality/totals', access: 'BrokerUser' },

  'contribution-reminder.create': {
    route: 'POST /api/contributions/{id}/reminders',
    access: 'BrokerUser',
  },
  'contribution-reminder.get': { route: 'GET /api/contribution-reminders/{id}', access: 'BrokerUser' },
  'contribution-reminder.list': { route: 'GET /api/contribution-reminders', access: 'BrokerUser' },

  'member.contributions': { route: 'GET /api/members/{id}/contributions', access: 'Member' },

  'contribution.record-funds': { route: 'POST /api/contributions/{id}/record-funds', access: 'BrokerUser' },
  'contribution.record-investment': {
    route: 'POST /api/contributions/{id}/record-investment',
    access: 'BrokerUser',
  },
  'contribution.record-deductions-investment': {
    route: 'POST /api/contributions/{id}/record-deductions-investment',
    access: 'BrokerUser',
  },
  'contribution.record-direct-payment': {
    route: 'POST /api/contributions/{id}/record-direct-payment',
    access: 'BrokerUser',
  },
  'contribution.record-receipts-investment': {
    route: 'POST /api/contributions/{id}/record-receipts-investment',
    access: 'BrokerUser',
  },
  'contribution.record-statement': {
    route: 'POST /api/contributions/{id}/record-statement',
    access: 'BrokerUser',
  },
  'contribution.undo': { route: 'POST /api/contributions/{id}/undo', access: 'BrokerUser' },
  'contribution.upload': { route: 'POST /api/contributions', access: 'EmployerUser', body: 'multipart' },

  'document.add-version': {
    route: 'POST /api/documents/{id}/versions',
    access: 'EmployerUser',
    body: 'multipart',
  },
  'document.create': { route: 'POST /api/documents', access: 'EmployerUser', body: 'multipart' },
  'document.content': { route: 'GET /api/documents/{id}/content', access: 'Member' },
  'document.file': { route: 'POST /api/documents/{id}/file', access: 'BrokerUser' },
  'document.finalise': { route: 'POST /api/documents/{id}/finalise', access: 'BrokerUser' },
  'document.get': { route: 'GET /api/documents/{id}', access: 'Member' },
  'document.versions': { route: 'GET /api/documents/{id}/versions', access: 'Member' },
  'document.list': { route: 'GET /api/documents', access: 'Member' },
  'document.remove': { route: 'DELETE /api/documents/{id}', access: 'BrokerUser' },
  'document.sign': { route: 'POST /api/documents/{id}/sign', access: 'BrokerUser' },
  'document.supersede': { route: 'POST /api/documents/{id}/supersede', access: 'BrokerUser' },
  'document.update': { route: 'PUT /api/documents/{id}', access: 'BrokerUser' },

  'policy.acknowledge': { route: 'POST /api/policies/{id}/acknowledge', access: 'BrokerUser' },
  'policy.add-version': { route: 'POST /api/policies/{id}/versions', access: 'BrokerUser' },
  'policy.approve': { route: 'POST /api/policies/{id}/approve', access: 'BrokerAdmin' },
  'policy.assign': { route: 'POST /api/policies/{id}/assign', access: 'BrokerUser' },
  'policy.bring-into-force': { route: 'POST /api/policies/{id}/bring-into-force', access: 'BrokerUser' },
  'policy.create': { route: 'POST /api/policies', access: 'BrokerUser' },
  'policy.get': { route: 'GET /api/policies/{id}', access: 'BrokerUser' },
  'policy.matrix': { route: 'GET /api/policies/matrix', access: 'BrokerUser' },
  'policy.version': { route: 'GET /api/policies/{id}/versions/{number}', access: 'BrokerUser' },
  'policy.list': { route: 'GET /api/policies', access: 'BrokerUser' },
  'policy.acknowledgements': { route: 'GET /api/policies/{id}/acknowledgements', access: 'BrokerUser' },
  'policy.versions': { route: 'GET /api/policies/{id}/versions', access: 'BrokerUser' },
  'policy.return': { route: 'POST /api/policies/{id}/return', access: 'BrokerUser' },
  'policy.review': { route: 'POST /api/policies/{id}/review', access: 'BrokerUser' },
  'policy.submit': { route: 'POST /api/policies/{id}/submit', access: 'BrokerUser' },
  'policy.update': { route: 'PUT /api/policies/{id}', access: 'BrokerUser' },
  'policy.update-version': { route: 'PUT /api/policies/{id}/versions/{number}', access: 'BrokerUser' },
  'policy.withdraw': { route: 'POST /api/policies/{id}/withdraw', access: 'BrokerAdmin' },

  'service-provider.create': { route: 'POST /api/service-providers', access: 'BrokerUser' },
  'service-provider.end': { route: 'POST /api/service-providers/{id}/end', access: 'BrokerUser' },
  'service-provider.get': { route: 'GET /api/service-providers/{id}', access: 'BrokerUser' },
  'service-provider.list': { route: 'GET /api/service-providers', access: 'BrokerUser' },
  'service-provider.update': { route: 'PUT /api/service-providers/{id}', access: 'BrokerUser' },

  'outsourcing-arrangement.add-development': {
    route: 'POST /api/outsourcing-arrangements/{id}/add-development',
    access: 'BrokerUser',
  },
  'outsourcing-arrangement.bring-into-force': {
    route: 'POST /api/outsourcing-arrangements/{id}/bring-into-force',
    access: 'BrokerUser',
  },
  'outsourcing-arrangement.create': { route: 'POST /api/outsourcing-arrangements', access: 'BrokerUser' },
  'outsourcing-arrangement.end': {
    route: 'POST /api/outsourcing-arrangements/{id}/end',
    access: 'BrokerUser',
  },
  'outsourcing-arrangement.get': { route: 'GET /api/outsourcing-arrangements/{id}', access: 'BrokerUser' },
  'outsourcing-arrangement.readiness': {
    route: 'GET /api/outsourcing-arrangements/{id}/readiness',
    access: 'BrokerUser',
  },
  'outsourcing-arrangement.list': { route: 'GET /api/outsourcing-arrangements', access: 'BrokerUser' },
  'outsourcing-arrangement.notify-development': {
    route: 'POST /api/outsourcing-arrangements/{id}/notify-development',
    access: 'BrokerUser',
  },
  'outsourcing-arrangement.notify': {
    route: 'POST /api/outsourcing-arrangements/{id}/notify',
    access: 'BrokerUser',
  },
  'outsourcing-arrangement.review': {
    route: 'POST /api/outsourcing-arrangements/{id}/review',
    access: 'BrokerUser',
  },
  'outsourcing-arrangement.update': { route: 'PUT /api/outsourcing-arrangements/{id}', access: 'BrokerUser' },

  'key-function-holder.add-report': {
    route: 'POST /api/key-function-holders/{id}/reports',
    access: 'BrokerUser',
  },
  'key-function-holder.appoint': {
    route: 'POST /api/key-function-holders/{id}/appoint',
    access: 'BrokerAdmin',
  },
  'key-function-holder.assess': { route: 'POST /api/key-function-holders/{id}/assess', access: 'BrokerUser' },
  'key-function-holder.create': { route: 'POST /api/key-function-holders', access: 'BrokerUser' },
  'key-function-holder.decide-report': {
    route: 'POST /api/key-function-holders/{id}/reports/{number}/decide',
    access: 'BrokerUser',
  },
  'key-function-holder.end': { route: 'POST /api/key-function-holders/{id}/end', access: 'BrokerUser' },
  'key-function-holder.independence': {
    route: 'GET /api/key-function-holders/{id}/independence',
    access: 'BrokerUser',
  },
  'key-function-holder.get': { route: 'GET /api/key-function-holders/{id}', access: 'BrokerUser' },
  'key-function-holder.reports': {
    route: 'GET /api/key-function-holders/{id}/reports',
    access: 'BrokerUser',
  },
  'key-function-holder.coverage': { route: 'GET /api/key-function-holders/coverage', access: 'BrokerUser' },
  'key-function-holder.list': { route: 'GET /api/key-function-holders', access: 'BrokerUser' },
  'key-function-holder.notify': { route: 'POST /api/key-function-holders/{id}/notify', access: 'BrokerUser' },
  'key-function-holder.review': { route: 'POST /api/key-function-holders/{id}/review', access: 'BrokerUser' },
  'key-function-holder.update': { route: 'PUT /api/key-function-holders/{id}', access: 'BrokerUser' },

  'participation.create': { route: 'POST /api/schemes/{id}/participations', access: 'BrokerUser' },
  'participation.end': { route: 'POST /api/participations/{id}/end', access: 'BrokerUser' },
  'participation.get': { route: 'GET /api/participations/{id}', access: 'BrokerUser' },
  'participation.list': { route: 'GET /api/schemes/{id}/participations', access: 'BrokerUser' },
  'participation.update': { route: 'PUT /api/participations/{id}', access: 'BrokerUser' },

  'scheme-event.create': { route: 'POST /api/schemes/{id}/events', access: 'BrokerUser' },
  'scheme-event.get': { route: 'GET /api/scheme-events/{id}', access: 'BrokerUser' },
  'scheme-event.list': { route: 'GET /api/schemes/{id}/events', access: 'BrokerUser' },
  'scheme-event.update': { route: 'PUT /api/scheme-events/{id}', access: 'BrokerUser' },
  'scheme-event.withdraw': { route: 'POST /api/scheme-events/{id}/withdraw', access: 'BrokerUser' },

  'own-risk-assessment.approve': {
    route: 'POST /api/own-risk-assessments/{id}/approve',
    access: 'BrokerAdmin',
  },
  'own-risk-assessment.comparison': {
    route: 'GET /api/own-risk-assessments/{id}/comparison',
    access: 'BrokerUser',
  },
  'own-risk-assessment.create': { route: 'POST /api/own-risk-assessments', access: 'BrokerUser' },
  'own-risk-assessment.get': { route: 'GET /api/own-risk-assessments/{id}', access: 'BrokerUser' },
  'own-risk-assessment.register': { route: 'GET /api/own-risk-assessments/register', access: 'BrokerUser' },
  'own-risk-assessment.list': { route: 'GET /api/own-risk-assessments', access: 'BrokerUser' },
  'own-risk-assessment.record-request': {
    route: 'POST /api/own-risk-assessments/{id}/record-request',
    access: 'BrokerUser',
  },
  'own-risk-assessment.return': { route: 'POST /api/own-risk-assessments/{id}/return', access: 'BrokerUser' },
  'own-risk-assessment.send-to-trustees': {
    route: 'POST /api/own-risk-assessments/{id}/send-to-trustees',
    access: 'BrokerUser',
  },
  'own-risk-assessment.start': { route: 'POST /api/own-risk-assessments/{id}/start', access: 'BrokerUser' },
  'own-risk-assessment.submit': { route: 'POST /api/own-risk-assessments/{id}/submit', access: 'BrokerUser' },
  'own-risk-assessment.update': { route: 'PUT /api/own-risk-assessments/{id}', access: 'BrokerUser' },
  'own-risk-assessment.write-section': {
    route: 'PUT /api/own-risk-assessments/{id}/sections/{key}',
    access: 'BrokerUser',
  },

  'risk-item.create': { route: 'POST /api/own-risk-assessments/{id}/risk-items', access: 'BrokerUser' },
  'risk-item.get': { route: 'GET /api/risk-items/{id}', access: 'BrokerUser' },
  'risk-item.list': { route: 'GET /api/own-risk-assessments/{id}/risk-items', access: 'BrokerUser' },
  'risk-item.remove': { route: 'DELETE /api/risk-items/{id}', access: 'BrokerUser' },
  'risk-item.update': { route: 'PUT /api/risk-items/{id}', access: 'BrokerUser' },

  'compliance-statement.complete': {
    route: 'POST /api/compliance-statements/{id}/complete',
    access: 'BrokerUser',
  },
  'compliance-statement.create': {
    route: 'POST /api/schemes/{id}/compliance-statements',
    access: 'BrokerUser',
  },
  'compliance-statement.get': { route: 'GET /api/compliance-statements/{id}', access: 'BrokerUser' },
  'compliance-statement.list': { route: 'GET /api/compliance-statements', access: 'BrokerUser' },
  'compliance-statement.record-provided': {
    route: 'POST /api/compliance-statements/{id}/record-provided',
    access: 'BrokerUser',
  },
  'compliance-statement.reopen': {
    route: 'POST /api/compliance-statements/{id}/reopen',
    access: 'BrokerUser',
  },
  'compliance-statement.update': { route: 'PUT /api/compliance-statements/{id}', access: 'BrokerUser' },

  'breach.assign': { route: 'POST /api/breaches/{id}/assign', access: 'BrokerUser' },
  'breach.assess': { route: 'POST /api/breaches/{id}/assess', access: 'BrokerUser' },
  'breach.close': { route: 'POST /api/breaches/{id}/close', access: 'BrokerUser' },
  'breach.create': { route: 'POST /api/breaches', access: 'BrokerUser' },
  'breach.get': { route: 'GET /api/breaches/{id}', access: 'BrokerUser' },
  'breach.trend': { route: 'GET /api/breaches/trend', access: 'BrokerUser' },
  'breach.list': { route: 'GET /api/breaches', access: 'BrokerUser' },
  'breach.remediate': { route: 'POST /api/breaches/{id}/remediate', access: 'BrokerUser' },
  'breach.reopen': { route: 'POST /api/breaches/{id}/reopen', access: 'BrokerUser' },
  'breach.report': { route: 'POST /api/breaches/{id}/report', access: 'BrokerUser' },
  'breach.update': { route: 'PUT /api/breaches/{id}', access: 'BrokerUser' },

  'obligation.assign': { route: 'POST /api/obligations/{id}/assign', access: 'BrokerUser' },
  'obligation.complete': { route: 'POST /api/obligations/{id}/complete', access: 'BrokerUser' },
  'obligation.confirm': { route: 'POST /api/obligations/confirm', access: 'BrokerUser' },
  'obligation.get': { route: 'GET /api/obligations/{id}', access: 'BrokerUser' },
  'obligation.to-confirm': { route: 'GET /api/obligations/to-confirm', access: 'BrokerUser' },
  'obligation.standing': { route: 'GET /api/schemes/{id}/standing', access: 'BrokerUser' },
  'obligation.list': { route: 'GET /api/obligations', access: 'BrokerUser' },
  'obligation.rules': { route: 'GET /api/obligations/rules', access: 'BrokerUser' },
  'obligation.reopen': { route: 'POST /api/obligations/{id}/reopen', access: 'BrokerUser' },
  'obligation.year': { route: 'GET /api/obligations/year', access: 'BrokerUser' },
  'obligation.waive': { route: 'POST /api/obligations/{id}/waive', access: 'BrokerUser' },
  'obligation.withdraw-confirmation': {
    route: 'POST /api/obligations/withdraw-confirmation',
    access: 'BrokerUser',
  },

  'obligation-confirmation.continue': {
    route: 'POST /api/obligation-confirmations/{id}/continue',
    access: 'BrokerUser',
  },
  'obligation-confirmation.create': { route: 'POST /api/obligation-confirmations', access: 'BrokerUser' },
  'obligation-confirmation.list': { route: 'GET /api/obligation-confirmations', access: 'BrokerUser' },
  'obligation-confirmation.undo': {
    route: 'POST /api/obligation-confirmations/{id}/undo',
    access: 'BrokerUser',
  },

  'calendar-feed.create': { route: 'POST /api/me/calendar-feed', access: 'BrokerUser' },
  'calendar-feed.get': { route: 'GET /api/me/calendar-feed', access: 'BrokerUser' },

  'obligation.calendar-feed': { route: 'GET /api/obligations/feed.ics', access: 'public' },

  'calendar-feed.revoke': { route: 'POST /api/me/calendar-feed/revoke', access: 'BrokerUser' },

  'report.board-pack': { route: 'GET /api/schemes/{id}/reports/board-pack.pdf', access: 'BrokerUser' },
  'report.supervisory-pack': {
    route: 'GET /api/schemes/{id}/reports/supervisory-pack.zip',
    access: 'BrokerUser',
  },

  'dashboard.get': { route: 'GET /api/dashboard', access: 'EmployerUser' },

  'corpus.get': { route: 'GET /api/ai/sources/{id}', access: 'BrokerUser' },
  'corpus.ingest': { route: 'POST /api/rag/ingest', access: 'ingest', body: 'json or multipart' },
  'corpus.list': { route: 'GET /api/ai/sources', access: 'BrokerUser' },

  'assistant.search': { route: 'GET /api/ai/search', access: 'BrokerUser' },

  'corpus-text.bring-in': { route: 'POST /api/corpus/texts', access: 'SuperAdmin', body: 'multipart' },
  'corpus-text.get': { route: 'GET /api/corpus/texts/{id}', access: 'SuperAdmin' },
  'corpus-text.list': { route: 'GET /api/corpus/texts', access: 'SuperAdmin' },
  'corpus-text.withdraw': { route: 'POST /api/corpus/texts/{id}/withdraw', access: 'SuperAdmin' },

  'assistant.ask': { route: 'POST /api/ai/ask', access: 'BrokerUser' },
  'assistant.answer': { route: 'GET /api/ai/answers/{id}', access: 'BrokerUser' },
  'assistant.answers': { route: 'GET /api/ai/answers', access: 'BrokerUser' },
  'assistant.rate': { route: 'POST /api/ai/answers/{id}/rate', access: 'BrokerUser' },
  'assistant.provider': { route: 'GET /api/provider-use', access: 'BrokerUser' },
  'assistant.disclosures': { route: 'GET /api/ai/disclosures', access: 'BrokerAdmin' },

  'draft.preview': { route: 'GET /api/draft-preview', access: 'BrokerUser' },

  'assistant.preview': { route: 'GET /api/question-preview', access: 'BrokerUser' },

  'draft.approve': { route: 'POST /api/ai/drafts/{id}/approve', access: 'BrokerAdmin' },
  'draft.assign': { route: 'POST /api/ai/drafts/{id}/assign', access: 'BrokerUser' },
  'draft.comparison': { route: 'GET /api/ai/drafts/{id}/comparison', access: 'BrokerUser' },
  'draft.create': { route: 'POST /api/ai/drafts', access: 'BrokerUser' },
  'draft.discard': { route: 'POST /api/ai/drafts/{id}/discard', access: 'BrokerUser' },
  'draft.content': { route: 'GET /api/ai/drafts/{id}/content', access: 'BrokerUser' },
  'draft.get': { route: 'GET /api/ai/drafts/{id}', access: 'BrokerUser' },
  'draft.version': { route: 'GET /api/ai/drafts/{id}/versions/{number}', access: 'BrokerUser' },
  'draft.versions': { route: 'GET /api/ai/drafts/{id}/versions', access: 'BrokerUser' },
  'draft.list': { route: 'GET /api/ai/drafts', access: 'BrokerUser' },
  'draft.update': { route: 'PUT /api/ai/drafts/{id}', access: 'BrokerUser' },
  'draft.withdraw': { route: 'POST /api/ai/drafts/withdraw', access: 'BrokerAdmin' },

  'comment.create': { route: 'POST /api/comments', access: 'BrokerUser' },
  'comment.list': { route: 'GET /api/comments', access: 'BrokerUser' },
  'comment.remove': { route: 'DELETE /api/comments/{id}', access: 'BrokerUser' },

  'inbox.counts': { route: 'GET /api/inbox/counts', access: 'BrokerUser' },
  'inbox.list': { route: 'GET /api/inbox', access: 'BrokerUser' },
  'inbox.mark-read': { route: 'POST /api/inbox/mark-read', access: 'BrokerUser' },

  'file-note.create': { route: 'POST /api/schemes/{id}/file-notes', access: 'BrokerUser' },
  'file-note.get': { route: 'GET /api/file-notes/{id}', access: 'BrokerUser' },
  'file-note.list': { route: 'GET /api/schemes/{id}/file-notes', access: 'BrokerUser' },

  'corpus-review.close': { route: 'POST /api/corpus-reviews/{id}/close', access: 'BrokerUser' },
  'corpus-review.get': { route: 'GET /api/corpus-reviews/{id}', access: 'BrokerUser' },
  'corpus-review.list': { route: 'GET /api/corpus-reviews', access: 'BrokerUser' },

  'audit-log.export': { route: 'GET /api/audit-log/export', access: 'BrokerAdmin' },
  'audit-log.list': { route: 'GET /api/audit-log', access: 'BrokerAdmin' },
  'audit-log.verification': { route: 'GET /api/audit-log/verification', access: 'BrokerAdmin' },

  'job.contributions': { route: 'POST /api/cron/contributions', access: 'cron' },
  'job.obligations': { route: 'POST /api/cron/obligations', access: 'cron' },
  'job.housekeeping': { route: 'POST /api/cron/housekeeping', access: 'cron' },
  'job.reencrypt': { route: 'POST /api/cron/reencrypt', access: 'cron' },
  'job.reminders': { route: 'POST /api/cron/reminders', access: 'cron' },
  'job.scan-free-text': { route: 'POST /api/cron/scan-free-text', access: 'cron' },
  'job.audit-seal': { route: 'POST /api/cron/audit-seal', access: 'cron' },

  'health.db': { route: 'GET /api/health/db', access: 'public' },
  'health.live': { route: 'GET /api/health/live', access: 'public' },

  'meta.openapi': { route: 'GET /api/openapi.json', access: 'public' },

  'health.ready': { route: 'GET /api/health/ready', access: 'public' },
} as const satisfies Record<string, { route: Route; access: Access; body?: Body }>

export type OperationName = keyof typeof OPERATIONS
export type RouteOf<N extends OperationName> = (typeof OPERATIONS)[N]['route']

/** The operations that only read. */
export type QueryName = {
  [N in OperationName]: RouteOf<N> extends `GET ${string}` ? N : never
}[OperationName]
export type CommandName = Exclude<OperationName, QueryName>
