/** The navigation, by the questions people have. An entry whose operation the role may not use is not there. */

import {
  Building2,
  CalendarClock,
  CalendarDays,
  ClipboardList,
  Coins,
  Contact,
  FileText,
  Handshake,
  Inbox,
  Landmark,
  LibraryBig,
  type LucideIcon,
  MessageCircleQuestionMark,
  Rows3,
  Scale,
  ScrollText,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Sun,
  TriangleAlert,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { PAGES } from '../../contract/pages.ts'
import {
  canManageAccounts,
  canSeeEveryFirm,
  isBrokerRole,
  isLimitedToOwnRecord,
} from '../../contract/users.ts'
import { operation } from '../operation.ts'
import { isPermitted, type Needed, type Person } from '../session.tsx'

export interface Destination {
  label: string
  /** Entries of one group stand together, below its name. */
  group?: 'Governance'
  to: (typeof PAGES)[
    | 'today'
    | 'inbox'
    | 'schemes'
    | 'employers'
    | 'members'
    | 'contributions'
    | 'contributionBatches'
    | 'calendar'
    | 'keyFunctions'
    | 'outsourcing'
    | 'providers'
    | 'documents'
    | 'ownRiskAssessments'
    | 'breaches'
    | 'meetings'
    | 'trusteeReviews'
    | 'policies'
    | 'corpusReviews'
    | 'assistant'
    | 'corpusTexts'
    | 'users'
    | 'audit'
    | 'settings'
    | 'firms']
  icon: LucideIcon
}

const governance: (Omit<Destination, 'group'> & { needs: Needed })[] = [
  {
    label: 'Key functions',
    to: PAGES.keyFunctions,
    icon: ShieldCheck,
    needs: operation('key-function-holder.coverage'),
  },
  {
    label: 'Own risk (ORA)',
    to: PAGES.ownRiskAssessments,
    icon: ShieldAlert,
    needs: operation('own-risk-assessment.register'),
  },
  { label: 'Policies', to: PAGES.policies, icon: ScrollText, needs: operation('policy.matrix') },
  { label: 'Law changes', to: PAGES.corpusReviews, icon: Scale, needs: operation('corpus-review.list') },
  { label: 'Breaches', to: PAGES.breaches, icon: TriangleAlert, needs: operation('breach.list') },
  { label: 'Meetings', to: PAGES.meetings, icon: CalendarClock, needs: operation('trustee-meeting.list') },
  {
    label: 'Outsourcing',
    to: PAGES.outsourcing,
    icon: Handshake,
    needs: operation('outsourcing-arrangement.list'),
  },
  {
    label: 'Papers for trustees',
    to: PAGES.trusteeReviews,
    icon: ClipboardList,
    needs: operation('trustee-review.list'),
  },
  { label: 'Providers', to: PAGES.providers, icon: Contact, needs: operation('service-provider.list') },
]

export function listDestinations(person: Person): Destination[] {
  const may = (needed: Needed): boolean => isPermitted(person, needed)
  const entries: (Destination | false)[] = [
    { label: getHomeLabel(person), to: PAGES.today, icon: may(isLimitedToOwnRecord) ? UserRound : Sun },
    may(operation('inbox.list')) && { label: 'Inbox', to: PAGES.inbox, icon: Inbox },
    may(canSeeEveryFirm) && { label: 'Firms', to: PAGES.firms, icon: Landmark },
    may(operation('scheme.list')) && { label: 'Schemes', to: PAGES.schemes, icon: Rows3 },
    may(isBrokerRole) && { label: 'Employers', to: PAGES.employers, icon: Building2 },
    !may(isLimitedToOwnRecord) && { label: 'Members', to: PAGES.members, icon: UsersRound },
    may(operation('contribution.grid'))
      ? { label: 'Contributions', to: PAGES.contributions, icon: Coins }
      : may(operation('contribution.list')) && {
          label: 'Contributions',
          to: PAGES.contributionBatches,
          icon: Coins,
        },
    may(operation('obligation.list')) && { label: 'Calendar', to: PAGES.calendar, icon: CalendarDays },
    may(operation('document.list')) && { label: 'Documents', to: PAGES.documents, icon: FileText },
    ...governance
      .filter(({ needs }) => may(needs))
      .map(({ needs: _, ...entry }) => ({ ...entry, group: 'Governance' as const })),
    may(operation('assistant.ask')) && {
      label: 'Assistant',
      to: PAGES.assistant,
      icon: MessageCircleQuestionMark,
    },
    may(operation('corpus-text.list')) && {
      label: 'Legal sources',
      to: PAGES.corpusTexts,
      icon: LibraryBig,
    },
    may(canManageAccounts) && { label: 'Users', to: PAGES.users, icon: UserRound },
    may(operation('audit-log.list')) && { label: 'Audit log', to: PAGES.audit, icon: ClipboardList },
    may(operation('tenant.get')) &&
      !may(canSeeEveryFirm) && { label: 'Settings', to: PAGES.settings, icon: Settings },
  ]
  return entries.filter((entry) => entry !== false)
}

function getHomeLabel({ role, grant }: Person): string {
  if (grant) return 'Home'
  if (isBrokerRole(role)) return 'Today'
  return isLimitedToOwnRecord(role) ? 'My pension record' : 'Home'
}
