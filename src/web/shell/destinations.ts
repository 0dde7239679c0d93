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
import { askAssistant } from '../../contract/assistant.ts'
import { listAuditEntries } from '../../contract/audit.ts'
import { listBreaches } from '../../contract/breaches.ts'
import { getContributionGrid, listContributions } from '../../contract/contributions.ts'
import { listCorpusReviews } from '../../contract/corpus-reviews.ts'
import { listCorpusTexts } from '../../contract/corpus-texts.ts'
import { listDocuments } from '../../contract/documents.ts'
import { listKeyFunctionCoverage } from '../../contract/key-function-holders.ts'
import { listObligations } from '../../contract/obligations.ts'
import { listOutsourcingArrangements } from '../../contract/outsourcing-arrangements.ts'
import { listAssessmentStandings } from '../../contract/own-risk-assessments.ts'
import { PAGES } from '../../contract/pages.ts'
import { getPolicyMatrix } from '../../contract/policies.ts'
import { listSchemes } from '../../contract/schemes.ts'
import { listServiceProviders } from '../../contract/service-providers.ts'
import { getTenant } from '../../contract/tenants.ts'
import { listTrusteeMeetings } from '../../contract/trustee-meetings.ts'
import {
  canManageAccounts,
  canSeeEveryFirm,
  isBrokerRole,
  isLimitedToOwnRecord,
} from '../../contract/users.ts'
import { isOpenTo, type Needed, type Person } from '../session.tsx'

export interface Destination {
  label: string
  /** Entries of one group stand together, below its name. */
  group?: 'Governance'
  to: (typeof PAGES)[
    | 'today'
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
  { label: 'Key functions', to: PAGES.keyFunctions, icon: ShieldCheck, needs: listKeyFunctionCoverage },
  {
    label: 'Own risk (ORA)',
    to: PAGES.ownRiskAssessments,
    icon: ShieldAlert,
    needs: listAssessmentStandings,
  },
  { label: 'Policies', to: PAGES.policies, icon: ScrollText, needs: getPolicyMatrix },
  { label: 'Changed law', to: PAGES.corpusReviews, icon: Scale, needs: listCorpusReviews },
  { label: 'Breaches', to: PAGES.breaches, icon: TriangleAlert, needs: listBreaches },
  { label: 'Meetings', to: PAGES.meetings, icon: CalendarClock, needs: listTrusteeMeetings },
  { label: 'Outsourcing', to: PAGES.outsourcing, icon: Handshake, needs: listOutsourcingArrangements },
  { label: 'Providers', to: PAGES.providers, icon: Contact, needs: listServiceProviders },
]

export function listDestinations({ role }: Person): Destination[] {
  const may = (needed: Needed): boolean => isOpenTo(role, needed)
  const entries: (Destination | false)[] = [
    { label: home(role), to: PAGES.today, icon: may(isLimitedToOwnRecord) ? UserRound : Sun },
    may(canSeeEveryFirm) && { label: 'Firms', to: PAGES.firms, icon: Landmark },
    may(listSchemes) && { label: 'Schemes', to: PAGES.schemes, icon: Rows3 },
    may(isBrokerRole) && { label: 'Employers', to: PAGES.employers, icon: Building2 },
    !may(isLimitedToOwnRecord) && { label: 'Members', to: PAGES.members, icon: UsersRound },
    may(getContributionGrid)
      ? { label: 'Contributions', to: PAGES.contributions, icon: Coins }
      : may(listContributions) && { label: 'Contributions', to: PAGES.contributionBatches, icon: Coins },
    may(listObligations) && { label: 'Calendar', to: PAGES.calendar, icon: CalendarDays },
    may(listDocuments) && { label: 'Documents', to: PAGES.documents, icon: FileText },
    ...governance
      .filter(({ needs }) => may(needs))
      .map(({ needs: _, ...entry }) => ({ ...entry, group: 'Governance' as const })),
    may(askAssistant) && { label: 'Assistant', to: PAGES.assistant, icon: MessageCircleQuestionMark },
    may(listCorpusTexts) && { label: 'Texts of the law', to: PAGES.corpusTexts, icon: LibraryBig },
    may(canManageAccounts) && { label: 'Users', to: PAGES.users, icon: UserRound },
    may(listAuditEntries) && { label: 'Audit log', to: PAGES.audit, icon: ClipboardList },
    may(getTenant) && !may(canSeeEveryFirm) && { label: 'Settings', to: PAGES.settings, icon: Settings },
  ]
  return entries.filter((entry) => entry !== false)
}

function home(role: Person['role']): string {
  if (isBrokerRole(role)) return 'Today'
  return isLimitedToOwnRecord(role) ? 'My pension record' : 'Home'
}
