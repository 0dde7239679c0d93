import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  createKeyFunctionHolder,
  HolderStatus,
  type KeyFunction,
  type KeyFunctionCoverage,
  listKeyFunctionCoverage,
  listKeyFunctionHolders,
  updateKeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getSchemeCompliance } from '../../../../contract/schemes.ts'
import { toSentenceCase } from '../../../../contract/value-format.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { createQuery } from '../../../queries.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { CoverageCell } from './coverage-cell.tsx'
import { COVERED } from './holder.ts'
import { useHolderBulkActs } from './holder-bulk-acts.tsx'
import { buildHolderLink, holderColumns } from './holder-columns.tsx'

const { schemeName: _, ...OF_ONE_SCHEME } = holderColumns
const COLUMNS = Object.values(OF_ONE_SCHEME)

/** Present and former holders of the key functions of a scheme. */
export default function KeyFunctionsOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const { data } = useSuspenseQuery(createQuery(listKeyFunctionCoverage, { schemeId }))
  const [coverage] = data.data
  const bulkActs = useHolderBulkActs()
  const propose = useCreateButton(
    // Outside the regime there are no key functions, and a wound-up scheme is not listed.
    coverage?.isInScope ? createKeyFunctionHolder : null,
    { to: PAGES.newKeyFunctionHolder, search: { schemeId } },
    'Propose holder',
  )
  return (
    <div className="flex flex-col gap-6">
      {coverage ? (
        <Answer coverage={coverage} />
      ) : (
        <Notice title="The scheme is wound up: key functions are no longer required" />
      )}
      <Section title="Holders" actions={propose}>
        <List
          contract={listKeyFunctionHolders}
          name="Key function holders of the scheme"
          columns={COLUMNS}
          bulkActs={bulkActs}
          linkTo={buildHolderLink}
          fixed={{ schemeId }}
          filters={[{ name: 'status', options: listCodeOptions(HolderStatus.options) }]}
          empty={{
            title: 'No holders yet',
            text: 'Propose a holder, record the fit and proper assessment, then record the appointment by the trustees.',
            action: propose,
          }}
          edit={{ contract: updateKeyFunctionHolder, page: PAGES.editKeyFunctionHolder }}
        />
      </Section>
    </div>
  )
}

function Answer({ coverage }: { coverage: KeyFunctionCoverage }) {
  if (!coverage.isInScope) return <NotApplicable schemeId={coverage.id} />
  return (
    <>
      <Vacancies coverage={coverage} />
      <Details
        details={COVERED.map(({ of, keyFunction }) => ({
          label: formatCode(keyFunction),
          value: <CoverageCell coverage={coverage} of={of} />,
          source:
            of === 'actuarial'
              ? `Regulatory own funds schemes only: ${formatCitedSources('PA 64AK')}`
              : formatCitedSources('DIR 24(1)', 'PA 64AH'),
        }))}
      />
    </>
  )
}

const formatFunctions = (functions: readonly KeyFunction[]): string =>
  functions.map((keyFunction) => toSentenceCase(formatCode(keyFunction))).join(', ')

function Vacancies({ coverage: { vacant, notRecorded, isDerogated } }: { coverage: KeyFunctionCoverage }) {
  if (isDerogated)
    return (
      <Notice title="No key functions are required yet">
        A one-member arrangement established before 22 April 2021, within the derogation period of the firm
        settings ({formatCitedSources('NOTICE OMA')}).
      </Notice>
    )
  const open = vacant.filter((keyFunction) => !notRecorded.includes(keyFunction))
  if (open.length === 0 && notRecorded.length > 0)
    return (
      <Notice title={`Not recorded yet: ${formatFunctions(notRecorded)}`}>
        Propose and appoint the present holders here. If a function is vacant, answer its item under
        obligations to confirm.
      </Notice>
    )
  if (open.length > 0)
    return (
      <Notice look="late" title={`Vacant: ${formatFunctions(open)}`}>
        {notRecorded.length > 0 && `Not recorded yet: ${formatFunctions(notRecorded)}. `}A required function
        must always have a holder ({formatCitedSources('DIR 24(1)', 'PA 64AH')}).
      </Notice>
    )
  return <Notice title="No vacancies">Every required key function has a holder.</Notice>
}

/** Not applicable, and why: never "compliant". */
function NotApplicable({ schemeId }: { schemeId: string }) {
  const { data } = useQuery(createQuery(getSchemeCompliance, { id: schemeId }))
  const scope = data?.profile.iorpInScope
  return (
    <Notice title="Key functions are not applicable to this scheme">
      {scope && `${scope.reason} (${scope.source}).`}
    </Notice>
  )
}
