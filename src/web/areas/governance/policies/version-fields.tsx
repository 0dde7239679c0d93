/** Fields of a version: the text, the parts of a statement of investment policy principles, and details. */

import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { Borrowing, EarlierInvestments } from '../../../../contract/policies.ts'
import {
  MOST_EMPLOYER_RELATED,
  MOST_GROUP_RELATED,
  type Principle,
} from '../../../../contract/policy-findings.ts'
import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import type { Values } from '../../../forms/contract-form.tsx'
import { getLabel, listCodeOptions } from '../../../labels.ts'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { NumberField, ProseField, SelectField, TextField, YesNoField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { INVESTMENT_FACTS } from './policy.ts'
import { ContentField } from './text-field.tsx'

export function VersionFields({
  kind,
  schemeId,
  isFirst = false,
}: {
  kind: PolicyKind | null
  schemeId: string | null
  isFirst?: boolean
}) {
  return (
    <>
      <FormSection title="Text">
        <ContentField />
      </FormSection>
      {kind === 'SIPP' && <StatementFields />}
      <FormSection title="About this version">
        {!isFirst && <TextField name="changeSummary" rows={2} help="Changes from the previous version" />}
        <UploadableDocumentField
          name="documentId"
          kind={kind === 'SIPP' ? 'SIPP' : 'POLICY'}
          schemeId={schemeId}
          label="Document of this version"
          help="Such as a signed copy"
        />
      </FormSection>
    </>
  )
}

const HELP: Record<Principle, string> = {
  riskMeasurementMethods: 'How investment risk is measured',
  riskManagementProcesses: 'Controls, limits and the action above a limit',
  strategicAssetAllocation: 'Long-term allocation of the assets',
  liabilityNatureDuration: 'Nature and duration of the liabilities behind the allocation',
  esgConsideration: '“Not considered” is a valid answer; an empty field is not',
  defaultStrategy: 'Required if members bear the investment risk; optional for a DB scheme',
}

/** All parts are required before an approval, except the default strategy of a DB scheme. */
function StatementFields() {
  return (
    <FormSection title="The statement">
      <p className="max-w-[70ch] text-muted">
        All parts are required for the approval of the statement ({formatCitedSources('DIR 30')}), except the
        default strategy of a DB scheme. A draft may have gaps.
      </p>
      {Object.entries(HELP).map(([name, help]) => (
        <ProseField
          key={name}
          name={`statement.${name}`}
          label={getLabel(`statement.${name}`)}
          rows={4}
          isWide
          help={help}
        />
      ))}
      <NumberField
        name="statement.employerRelatedPercent"
        suffix="%"
        help={describePercentHelp(MOST_EMPLOYER_RELATED)}
      />
      <Above name="statement.employerRelatedPercent" most={MOST_EMPLOYER_RELATED} />
      <NumberField
        name="statement.groupRelatedPercent"
        suffix="%"
        help={describePercentHelp(MOST_GROUP_RELATED)}
      />
      <Above name="statement.groupRelatedPercent" most={MOST_GROUP_RELATED} />
      <SelectField
        name="statement.borrowing"
        label={getLabel('statement.borrowing')}
        emptyLabel="Not recorded"
        options={listCodeOptions(Borrowing.options)}
        help={`Only for liquidity and only temporarily (${formatCitedSources('DIR 19(3)')}); the Irish provision was not verified`}
      />
      <YesNoField
        name="statement.isMostlyOnRegulatedMarkets"
        label={getLabel('statement.isMostlyOnRegulatedMarkets')}
        help={`Assets predominantly invested on regulated markets (${formatCitedSources('DIR 19(1)(d)')})`}
      />
      <SelectField
        name="statement.earlierInvestments"
        label={getLabel('statement.earlierInvestments')}
        emptyLabel="Not recorded"
        options={listCodeOptions(EarlierInvestments.options)}
        help={`Of a one-member arrangement established before that day (${formatCitedSources('NOTICE OMA')})`}
      />
    </FormSection>
  )
}

const describePercentHelp = (most: number): string =>
  `Of the portfolio; ${most} % at most (${formatCitedSources('DIR 19(1)(g)')})`

/** Shown while typing; prevents the approval, not the draft. */
function Above({ name, most }: { name: string; most: number }) {
  const value: unknown = useWatch({ name })
  return (
    <p role="status" className="font-medium text-warn text-sm empty:hidden">
      {typeof value === 'number' && value > most ? `Above ${most} %: the statement cannot be approved.` : ''}
    </p>
  )
}

/** Only one kind of policy has a statement; empty fields of it are sent as not known. */
export const withStatement =
  (kind: PolicyKind | null) =>
  (values: Values): Values => ({
    ...values,
    statement: kind === 'SIPP' ? { ...NOTHING, ...values.statement } : null,
  })
const NOTHING = Object.fromEntries([...Object.keys(HELP), ...INVESTMENT_FACTS].map((name) => [name, null]))
