/** The text of a version as it is written, and as it will be read. */

import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { countPlaceholders } from '../../../../contract/policy-findings.ts'
import { formatCount, formatNumber } from '../../../../contract/value-format.ts'
import { Prose } from '../../../records/prose.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProseField } from '../../../ui/form/fields.tsx'

const MOST = 200_000
const HELP =
  'Start a line with # for a heading or - for a list item; **two stars** make bold. No names of people, no PPS numbers.'

export function ContentField() {
  const [isPreview, setPreview] = useState(false)
  const { getValues } = useFormContext()
  return (
    <div className="flex flex-col gap-2">
      {/* The field stays while the preview is shown: what was typed, and where, is not lost. */}
      <div className={isPreview ? 'hidden' : undefined}>
        <ProseField name="content" label="Text" isRequired isWide rows={24} help={HELP} />
      </div>
      {isPreview && (
        <section aria-label="Preview" className="max-w-[80ch] rounded-md border border-line bg-surface p-4">
          <Prose text={String(getValues('content') ?? '')} />
        </section>
      )}
      <div className="flex max-w-[80ch] flex-wrap items-center justify-between gap-2">
        <Size />
        <Button onClick={() => setPreview(!isPreview)}>{isPreview ? 'Back to editing' : 'Preview'}</Button>
      </div>
    </div>
  )
}

/** How long it is, and what a template left open. */
function Size() {
  const text = String(useWatch({ name: 'content' }) ?? '')
  const left = countPlaceholders(text)
  return (
    <p className="text-muted text-sm">
      {formatNumber(text.length)} of {formatNumber(MOST)} characters
      {left > 0 && (
        <strong className="font-medium text-warn">
          {' '}
          · {formatCount(left, 'place')} of the template not filled in: {'{{…}}'}
        </strong>
      )}
    </p>
  )
}
