import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createPolicy, getPolicy, updatePolicy } from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { SchemeField } from '../../../records/record-field.tsx'
import { CheckField, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { buildPolicyCrumbs, formatBasis, KIND_OPTIONS } from './policy.ts'
import { VersionFields, withStatement } from './version-fields.tsx'

function DisclosureFields({ kind }: { kind: PolicyKind | null }) {
  const isToBeDisclosed = kind !== null && POLICY_KINDS[kind].isToBeDisclosed
  return (
    <>
      <CheckField
        name="isPubliclyDisclosed"
        label="Publicly disclosed"
        {...(isToBeDisclosed ? { help: 'A policy of this kind must be publicly disclosed' } : {})}
      />
      <TextField name="publicUrl" help="Full public address, beginning with https://" />
    </>
  )
}

const parseKind = (text: unknown): PolicyKind | null => PolicyKind.safeParse(text).data ?? null

const describeIntervalHelp = (kind: PolicyKind | null): string =>
  kind
    ? `At most ${POLICY_KINDS[kind].longestReviewMonths}, which is also the default`
    : 'Default: the longest interval that the kind allows'

function NewPolicyFields() {
  const [kindOfForm, schemeId] = useWatch({ name: ['kind', 'schemeId'] })
  const kind = parseKind(kindOfForm)
  return (
    <>
      <FormSection title="Policy">
        <SchemeField isRequired help="An occupational pension scheme, not a PRSA or RAC contract" />
        <SelectField
          name="kind"
          isRequired
          options={KIND_OPTIONS}
          help={kind ? formatBasis(kind) : 'Grouped by legal basis'}
        />
        <TextField name="title" help="Default: the name of the kind" />
        <NumberField name="reviewIntervalMonths" suffix="months" help={describeIntervalHelp(kind)} />
      </FormSection>
      <VersionFields kind={kind} schemeId={schemeId || null} isFirst />
      <FormSection title="Disclosure">
        <DisclosureFields kind={kind} />
      </FormSection>
    </>
  )
}

export const NewPage: PageComponent = createNewPage({
  create: createPolicy,
  title: 'New policy',
  useCrumbs: () => [{ label: 'Policies', to: PAGES.policies }],
  intro:
    'The first version begins as a draft. It is then reviewed, approved by the trustees and brought into force. A scheme has one policy of each kind.',
  useDefaults: ({ search }) => ({
    schemeId: toIdOrNull(search.schemeId),
    kind: parseKind(search.kind),
    isPubliclyDisclosed: false,
    draftedBy: 'HUMAN',
  }),
  prepare: (values) => withStatement(parseKind(values.kind))(values),
  submitLabel: 'Create policy',
  cancelTo: { to: PAGES.policies },
  saved: ({ title }) => `${title} created`,
  savedTo: ({ id }) => linkToRecord(PAGES.policy, id),
  fields: () => <NewPolicyFields />,
})

export const EditPage: PageComponent = createEditPage({
  get: getPolicy,
  update: updatePolicy,
  page: PAGES.policy,
  name: ({ title }) => title,
  useCrumbs: buildPolicyCrumbs,
  intro:
    'The text is edited with its version: write a draft version, or create a new version to change an approved text.',
  saved: 'Policy saved',
  fields: ({ kind }) => (
    <>
      <FormSection title="Policy">
        <TextField name="title" isRequired />
        <NumberField
          name="reviewIntervalMonths"
          isRequired
          suffix="months"
          help={`At most ${POLICY_KINDS[kind].longestReviewMonths} (${formatCitedSources(POLICY_KINDS[kind].citations[0])}). Changes the date of the next review.`}
        />
      </FormSection>
      <FormSection title="Disclosure">
        <DisclosureFields kind={kind} />
      </FormSection>
    </>
  ),
})
