/** The tabs of a scheme; a tab of several pages has them in a second row. */
import { type AnyRoute, useLocation, useRouter } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { isPersonalContract } from '../../../../contract/scheme-type.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { type Needed, useMay } from '../../../session.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

interface SchemePage {
  label: string
  to: (typeof PAGES)[keyof typeof PAGES]
  needs: Needed
  /** Not for a personal contract, which has no trust. */
  isOfTrust?: boolean
}

const GROUPS: readonly { label: string; pages: readonly SchemePage[] }[] = [
  { label: 'Overview', pages: [{ label: 'Overview', to: PAGES.scheme, needs: operation('scheme.get') }] },
  {
    label: 'Obligations',
    pages: [{ label: 'Obligations', to: PAGES.schemeObligations, needs: operation('obligation.standing') }],
  },
  {
    label: 'People',
    pages: [
      { label: 'Trustees', to: PAGES.schemeTrustees, needs: operation('trustee.list'), isOfTrust: true },
      {
        label: 'Key functions',
        to: PAGES.schemeKeyFunctions,
        needs: operation('key-function-holder.coverage'),
        isOfTrust: true,
      },
      { label: 'Members', to: PAGES.schemeMembers, needs: operation('member.list') },
    ],
  },
  {
    label: 'Contributions',
    pages: [{ label: 'Contributions', to: PAGES.schemeContributions, needs: operation('contribution.list') }],
  },
  {
    label: 'Governance',
    pages: [
      {
        label: 'ORA',
        to: PAGES.schemeAssessments,
        needs: operation('own-risk-assessment.list'),
        isOfTrust: true,
      },
      { label: 'Policies', to: PAGES.schemePolicies, needs: operation('policy.matrix'), isOfTrust: true },
      {
        label: 'Meetings',
        to: PAGES.schemeMeetings,
        needs: operation('trustee-meeting.list'),
        isOfTrust: true,
      },
      {
        label: 'Compliance statements',
        to: PAGES.schemeComplianceStatements,
        needs: operation('compliance-statement.list'),
        isOfTrust: true,
      },
      { label: 'Events', to: PAGES.schemeEvents, needs: operation('scheme-event.list') },
    ],
  },
  {
    label: 'Breaches',
    pages: [{ label: 'Breaches', to: PAGES.schemeBreaches, needs: operation('breach.list') }],
  },
  {
    label: 'Files',
    pages: [
      { label: 'Documents', to: PAGES.schemeDocuments, needs: operation('document.list') },
      { label: 'Notes', to: PAGES.schemeFileNotes, needs: operation('file-note.list') },
    ],
  },
  {
    label: 'More',
    pages: [
      // The overview of other roles has the details.
      { label: 'Details', to: PAGES.schemeDetails, needs: isBrokerRole },
      { label: 'History', to: PAGES.schemeHistory, needs: operation('audit-log.list') },
    ],
  },
]

const PLACED = new Set<string>(GROUPS.flatMap(({ pages }) => pages.map(({ to }) => to)))

interface SchemeRoute {
  fullPath: string
  options: { staticData?: { needs?: Needed } }
}

/** A tab without a place in GROUPS is in the last group, and its label follows from its address. */
export const listUnplacedTabs = (routes: readonly SchemeRoute[]): readonly SchemePage[] =>
  routes.flatMap(({ fullPath, options }) => {
    const to = fullPath.replace(/\/$/, '') as SchemePage['to']
    const needs = options.staticData?.needs
    if (!needs || PLACED.has(to)) return []
    return [{ label: getLabel(to.slice(to.lastIndexOf('/') + 1).replaceAll('-', ' ')), to, needs }]
  })

export function SchemeTabs({ scheme }: { scheme: Scheme }) {
  const may = useMay()
  const { pathname } = useLocation()
  const params = { schemeId: scheme.id }
  const hasTrust = !isPersonalContract(scheme)
  const isOpen = ({ to }: SchemePage): boolean =>
    pathname.replace(/\/$/, '') === to.replace('$schemeId', scheme.id)
  const routes: Record<string, AnyRoute> = useRouter().routesById
  const unplaced = listUnplacedTabs(
    (routes[`/authenticated${PAGES.scheme}`]?.children ?? []) as SchemeRoute[],
  )
  const groups = GROUPS.map(({ label, pages }, index) => ({
    label,
    pages: (index === GROUPS.length - 1 ? [...pages, ...unplaced] : pages).filter(
      ({ needs, isOfTrust }) => may(needs) && (hasTrust || !isOfTrust),
    ),
  })).filter(({ pages }) => pages.length > 0)
  const open = groups.find(({ pages }) => pages.some(isOpen))
  return (
    <>
      <Tabs
        name="Parts of the scheme"
        tabs={groups.map(({ label, pages }) => ({
          label: pages.length === 1 ? (pages[0]?.label ?? label) : label,
          to: pages[0]?.to,
          params,
          isOpen: pages.some(isOpen),
        }))}
      />
      {open && open.pages.length > 1 && (
        <Tabs
          name={open.label}
          isSecondary
          tabs={open.pages.map(({ label, to }) => ({ label, to, params }))}
        />
      )}
    </>
  )
}
