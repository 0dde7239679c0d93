/** The navigation, by the questions people have. An entry whose operation the role may not use is not there. */
import {
  Building2,
  ClipboardList,
  Landmark,
  type LucideIcon,
  Rows3,
  Settings,
  Sun,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { listAuditEntries } from '../../contract/audit.ts'
import { PAGES } from '../../contract/pages.ts'
import { listSchemes } from '../../contract/schemes.ts'
import { getTenant } from '../../contract/tenants.ts'
import { managesAccounts, seesEveryFirm, seesOwnRecordOnly, worksForBroker } from '../../contract/users.ts'
import { isOpenTo, type Needed, type Person } from '../session.tsx'

export interface Destination {
  label: string
  to: (typeof PAGES)['today' | 'schemes' | 'employers' | 'members' | 'users' | 'audit' | 'settings' | 'firms']
  icon: LucideIcon
}

export function destinationsFor({ role }: Person): Destination[] {
  const may = (needed: Needed): boolean => isOpenTo(role, needed)
  const entries: (Destination | false)[] = [
    { label: home(role), to: PAGES.today, icon: may(seesOwnRecordOnly) ? UserRound : Sun },
    may(seesEveryFirm) && { label: 'Firms', to: PAGES.firms, icon: Landmark },
    may(listSchemes) && { label: 'Schemes', to: PAGES.schemes, icon: Rows3 },
    may(worksForBroker) && { label: 'Employers', to: PAGES.employers, icon: Building2 },
    !may(seesOwnRecordOnly) && { label: 'Members', to: PAGES.members, icon: UsersRound },
    may(managesAccounts) && { label: 'Users', to: PAGES.users, icon: UserRound },
    may(listAuditEntries) && { label: 'Audit log', to: PAGES.audit, icon: ClipboardList },
    may(getTenant) && !may(seesEveryFirm) && { label: 'Settings', to: PAGES.settings, icon: Settings },
  ]
  return entries.filter((entry) => entry !== false)
}

function home(role: Person['role']): string {
  if (worksForBroker(role)) return 'Today'
  return seesOwnRecordOnly(role) ? 'My pension record' : 'Home'
}
