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
import { getDashboard } from '../../contract/dashboard.ts'
import { can } from '../../contract/define.ts'
import { listEmployers } from '../../contract/employers.ts'
import { PAGES } from '../../contract/pages.ts'
import { getSchemeCompliance, listSchemes } from '../../contract/schemes.ts'
import { getTenant, listTenants } from '../../contract/tenants.ts'
import { managesAccounts } from '../../contract/users.ts'
import { isOpenTo, type Needed, type Person } from '../session.tsx'

export interface Destination {
  label: string
  to: (typeof PAGES)['today' | 'schemes' | 'employers' | 'members' | 'users' | 'audit' | 'settings' | 'firms']
  icon: LucideIcon
}

export function destinationsFor({ role }: Person): Destination[] {
  const may = (needed: Needed): boolean => isOpenTo(role, needed)
  const entries: (Destination | false)[] = [
    { label: home(role), to: PAGES.today, icon: may(getDashboard) ? Sun : UserRound },
    may(listTenants) && { label: 'Firms', to: PAGES.firms, icon: Landmark },
    may(listSchemes) && { label: 'Schemes', to: PAGES.schemes, icon: Rows3 },
    may(getSchemeCompliance) && { label: 'Employers', to: PAGES.employers, icon: Building2 },
    may(listEmployers) && { label: 'Members', to: PAGES.members, icon: UsersRound },
    may(managesAccounts) && { label: 'Users', to: PAGES.users, icon: UserRound },
    may(listAuditEntries) && { label: 'Audit log', to: PAGES.audit, icon: ClipboardList },
    may(getTenant) && !may(listTenants) && { label: 'Settings', to: PAGES.settings, icon: Settings },
  ]
  return entries.filter((entry) => entry !== false)
}

function home(role: Person['role']): string {
  if (can(role, getSchemeCompliance)) return 'Today'
  return can(role, getDashboard) ? 'Home' : 'My pension record'
}
