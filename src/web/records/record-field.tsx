/** Fields that choose a related record: an employer, a scheme, a member, a document, a firm. Found by a part of the name. */

import type { Operation, Output, Sent } from '../../contract/define.ts'
import { sendRequest } from '../client.ts'
import { formatCode } from '../labels.ts'
import { operation } from '../operation.ts'
import type { Page, RowOf } from '../queries.ts'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import type { FieldProps } from '../ui/form/labelled-field.tsx'
import { formatEmployer, formatMember, getName } from './names.tsx'

const SHOWN = 20
/** Most rows of one request; the filter by firm is applied afterwards. */
const LOOKED_THROUGH = 200

type RecordFieldProps = Partial<FieldProps> & {
  /** Filters by firm, for users who see every firm. */
  tenantId?: string
  /** Filters of the list: the documents of one scheme. */
  within?: Readonly<Record<string, string>>
  /** The record being edited: it cannot be chosen. */
  except?: string
  /** Replaces the text of the field's kind. */
  whenEmpty?: string
}

interface RecordKind<L extends Operation, G extends Operation> {
  /** The field it fills unless another is named. */
  name: string
  list: L
  get: G
  words: (record: Output<G>) => string
  /** Text that distinguishes two records of the same name. */
  detail: (row: RowOf<L>) => string | null
  /** Where the first record is added. */
  whenEmpty?: string
}

function recordField<L extends Operation, G extends Operation>({
  name,
  list,
  get,
  words,
  detail,
  whenEmpty: usualWhenEmpty,
}: RecordKind<L, G>) {
  return ({ tenantId, within = {}, except, whenEmpty = usualWhenEmpty, ...field }: RecordFieldProps) => (
    <ChoiceField
      name={name}
      {...field}
      // Within a selection there may be others.
      {...(whenEmpty && Object.keys(within).length === 0 ? { whenEmpty } : {})}
      of={[list.name, tenantId, ...Object.values(within)].filter(Boolean).join(' ')}
      find={async (typed, signal) => {
        const limit = tenantId ? LOOKED_THROUGH : SHOWN
        const sent = { limit, ...within, ...(typed ? { q: typed } : {}) } as Sent<L>
        const { data, nextCursor } = (await sendRequest(list, sent, { signal })) as Page<
          RowOf<L> & Output<G> & { id: string; tenantId?: string }
        >
        const found = data.filter((row) => row.id !== except && (!tenantId || row.tenantId === tenantId))
        return {
          choices: found.slice(0, SHOWN).map((row) => {
            const detailText = detail(row)
            return { value: row.id, label: words(row), ...(detailText ? { detail: detailText } : {}) }
          }),
          hasMore: nextCursor !== null || found.length > SHOWN,
        }
      }}
      nameOf={async (id, signal) => words(await sendRequest(get, { id } as Sent<G>, { signal }))}
    />
  )
}

export const EmployerField = recordField({
  name: 'employerId',
  list: operation('employer.list'),
  get: operation('employer.get'),
  words: formatEmployer,
  detail: ({ status, tradingName }) => (status === 'ACTIVE' ? tradingName : formatCode(status)),
  whenEmpty: 'No employers yet. Add them under Employers',
})

export const SchemeField = recordField({
  name: 'schemeId',
  list: operation('scheme.list'),
  get: operation('scheme.get'),
  words: getName,
  detail: ({ status, employerName }) =>
    status === 'ACTIVE' ? employerName : `${employerName} · ${formatCode(status)}`,
  whenEmpty: 'No schemes yet. Add or import them under Schemes',
})

/** By a part of the name or the works number. */
export const MemberField = recordField({
  name: 'memberId',
  list: operation('member.list'),
  get: operation('member.get'),
  words: formatMember,
  detail: ({ schemeName, worksNumber }) => [schemeName, worksNumber].filter(Boolean).join(', '),
})

/** By a part of the title or the file name. */
export const DocumentField = recordField({
  name: 'supersedesId',
  list: operation('document.list'),
  get: operation('document.get'),
  words: ({ title }) => title,
  detail: ({ kind, schemeName, employerName }) =>
    [formatCode(kind), schemeName ?? employerName].filter(Boolean).join(', '),
})

/** By a part of the name; those that the firm works with. */
export const ServiceProviderField = recordField({
  name: 'providerId',
  list: operation('service-provider.list'),
  get: operation('service-provider.get'),
  words: getName,
  detail: ({ kinds, status }) =>
    status === 'ACTIVE' ? kinds.map((code) => formatCode(code)).join(', ') : formatCode(status),
})

export const FirmField = recordField({
  name: 'tenantId',
  list: operation('tenant.list'),
  get: operation('tenant.get'),
  words: getName,
  detail: ({ status }) => (status === 'ACTIVE' ? null : formatCode(status)),
})
