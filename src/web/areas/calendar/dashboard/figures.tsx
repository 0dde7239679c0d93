/** How much there is. Every number leads to the list that it counts. */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Dashboard } from '../../../../contract/dashboard.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { SchemeStatus, SchemeType } from '../../../../contract/schemes.ts'
import { countWords } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { Bars } from '../../../ui/bars.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'
import { Section } from '../../../ui/section.tsx'

export function Figures({ dashboard: { firms, employers, schemes, members } }: { dashboard: Dashboard }) {
  return (
    <>
      <Section title="Figures">
        <dl
          className={joinClassNames(
            'grid gap-px overflow-hidden rounded-md border border-line bg-line',
            firms === null ? 'grid-cols-3' : 'grid-cols-2',
          )}
        >
          {firms !== null && <Figure label="Firms" count={firms} link={{ to: PAGES.firms }} />}
          <Figure
            label="Employers"
            count={employers.total}
            link={{ to: PAGES.employers }}
            active={employers.active}
            activeLink={{ to: PAGES.employers, search: { status: 'ACTIVE' } }}
          />
          <Figure
            label="Schemes"
            count={schemes.total}
            link={{ to: PAGES.schemes }}
            active={schemes.byStatus.ACTIVE}
            activeLink={{ to: PAGES.schemes, search: { status: 'ACTIVE' } }}
          />
          <Figure
            label="Members"
            count={members.total}
            link={{ to: PAGES.members }}
            active={members.byStatus.ACTIVE}
            activeLink={{ to: PAGES.members, search: { status: 'ACTIVE' } }}
          />
        </dl>
      </Section>
      <div className="grid gap-7 md:grid-cols-2 xl:grid-cols-1">
        <Section title="Schemes by status">
          <Bars
            name="Schemes by status"
            bars={SchemeStatus.options.map((status) => ({
              label: formatCode(status),
              count: schemes.byStatus[status],
              link: { to: PAGES.schemes, search: { status } },
            }))}
          />
        </Section>
        <Section title="Schemes by type">
          <Bars
            name="Schemes by type"
            bars={SchemeType.options.map((type) => ({
              label: formatCode(type),
              count: schemes.byType[type],
              link: { to: PAGES.schemes, search: { type } },
            }))}
          />
        </Section>
      </div>
    </>
  )
}

function Figure({
  label,
  count,
  link,
  active,
  activeLink,
}: {
  label: string
  count: number
  link: LinkProps
  active?: number
  activeLink?: LinkProps
}) {
  return (
    <div className="flex flex-col bg-surface px-4 py-3">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-xl">
        <Link
          {...link}
          aria-label={`${countWords(count)} ${label.toLowerCase()}`}
          className="rounded-sm hover:underline"
        >
          {countWords(count)}
        </Link>
      </dd>
      {active !== undefined && (
        <dd>
          <Link {...activeLink} className="inline-block min-h-6 text-muted underline hover:text-text">
            {countWords(active)} active
          </Link>
        </dd>
      )}
    </div>
  )
}
