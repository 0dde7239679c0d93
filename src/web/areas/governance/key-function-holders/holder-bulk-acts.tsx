/** Actions for several key function holders: one person often holds a function in many schemes. */
import { lazy } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  appointHolder,
  assessHolder,
  HOLDER_TRANSITIONS,
  type KeyFunctionHolder,
  reviewHolder,
} from '../../../../contract/key-function-holders.ts'
import { toSentenceCase } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import { ASSESSED_BY_YOU, SECOND_PERSON } from '../../../records/four-eyes.tsx'
import { useMay, usePerson } from '../../../session.tsx'

// Fields are loaded with the dialog.
const AssessmentFields = lazy(async () => ({
  default: (await import('./holder-act-fields.tsx')).AssessmentFields,
}))
const AppointmentFields = lazy(async () => ({
  default: (await import('./holder-act-fields.tsx')).AppointmentFields,
}))

const getName = ({ holderName, function: keyFunction, schemeName }: KeyFunctionHolder): string =>
  `${holderName}, ${toSentenceCase(formatCode(keyFunction))} of ${schemeName}`

function listHolderActs(me: string): BulkAct<KeyFunctionHolder>[] {
  const today = getTodayInDublin()
  return [
    {
      contract: assessHolder,
      label: 'Record assessment',
      explanation: `“Pass” and “Conditional” allow the appointments; “Fail” closes the proposals (${formatCitedSources('DIR 22')}).`,
      fields: <AssessmentFields />,
      defaults: { outcome: null, assessedOn: today },
      isPossible: ({ status }) => HOLDER_TRANSITIONS.assess.from.includes(status),
      nameOf: getName,
    },
    {
      contract: appointHolder,
      label: 'Appoint',
      explanation:
        'Each holder is recorded as appointed by resolution of the trustees of the scheme. A holder whose page lists something that blocks the appointment is not appointed.',
      fields: <AppointmentFields />,
      defaults: { boardResolutionOn: today },
      isPossible: ({ status }) => HOLDER_TRANSITIONS.appoint.from.includes(status),
      findRefusal: ({ barredApproverIds }) =>
        barredApproverIds.includes(me) ? `${ASSESSED_BY_YOU}. ${SECOND_PERSON}` : null,
      nameOf: getName,
    },
    {
      contract: reviewHolder,
      label: 'Record review',
      explanation: `The fit and proper review is recorded for each holder. An appointment continues with any outcome (${formatCitedSources('DIR 22')}).`,
      fields: <AssessmentFields />,
      defaults: { outcome: null, assessedOn: today },
      isPossible: ({ status }) => status === 'APPOINTED',
      nameOf: getName,
    },
  ]
}

export function useHolderBulkActs(): BulkAct<KeyFunctionHolder>[] {
  const may = useMay()
  return listHolderActs(usePerson().id).filter(({ contract }) => may(contract))
}
