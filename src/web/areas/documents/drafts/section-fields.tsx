/** The text as it is read; each section opens where it stands, to be written in. */
import { Pencil, Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { type Places, Prose } from '../../../records/prose.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useFieldError } from '../../../ui/form/labelled-field.tsx'
import { findHeading } from './draft-sections.ts'
import { Paper } from './draft-text.tsx'
import type { Sections } from './use-sections.ts'

const HELP =
  'Start a line with # for a heading or - for a list item; **two stars** make bold. No PPS numbers.'
const EMPTY_ROWS = 4
const LETTERS_A_ROW = 90

export function SectionFields({
  sections,
  open,
  aim,
  write,
  add,
  openAt,
  close,
  arrive,
  places,
}: Sections & { places: Places }) {
  const box = useRef<HTMLDivElement>(null)
  const error = useFieldError('text', 'Text')
  useEffect(() => {
    if (!aim) return
    const section = box.current?.querySelector(`[data-section="${aim.index}"]`)
    const area = section?.querySelector('textarea')
    if (aim.letters && area) {
      area.focus()
      area.setSelectionRange(aim.letters.from, aim.letters.to)
    } else section?.querySelector('button')?.focus()
    arrive()
  }, [aim, arrive])
  return (
    <div ref={box} data-field="text" className="flex flex-col gap-2">
      {error && (
        <p role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
      <Paper>
        <div className="flex flex-col gap-4">
          {sections.map((section, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a section is known by its place; its heading may change with every letter
            <div key={index} data-section={index}>
              {open.has(index) ? (
                <SectionField
                  section={section}
                  places={places}
                  onChange={(text) => write(index, text)}
                  onClose={() => close(index)}
                />
              ) : (
                <div className="flex items-start gap-2">
                  <div className="min-w-0 flex-1">
                    <Prose text={section} places={places} />
                  </div>
                  <span className="-mt-1 print:hidden">
                    <IconButton name={`Edit ${getName(section)}`} onClick={() => openAt(index)}>
                      <Pencil aria-hidden="true" size={16} />
                    </IconButton>
                  </span>
                </div>
              )}
            </div>
          ))}
        </div>
      </Paper>
      <div className="print:hidden">
        <Button look="quiet" icon={<Plus aria-hidden="true" size={16} />} onClick={add}>
          Add section
        </Button>
      </div>
    </div>
  )
}

const getName = (section: string): string => {
  const heading = findHeading(section)
  return heading ? `the section “${heading}”` : 'the text before the first heading'
}

function SectionField({
  section,
  places,
  onChange,
  onClose,
}: {
  section: string
  places: Places
  onChange: (text: string) => void
  onClose: () => void
}) {
  const id = useId()
  const { isSubmitting } = useFormState()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm print:hidden">
        Text of {getName(section)}
      </label>
      <textarea
        id={id}
        className="control field-sizing-content max-h-[70vh] max-w-[80ch] leading-relaxed print:hidden"
        // Where the browser does not let it grow by itself.
        rows={readRows(section)}
        spellCheck
        readOnly={isSubmitting}
        value={section}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <div className="hidden print:block">
        <Prose text={section} places={places} />
      </div>
      <div className="flex max-w-[80ch] flex-wrap items-start justify-between gap-2 print:hidden">
        <p id={`${id}-help`} className="min-w-0 flex-1 basis-60 text-muted text-sm">
          {HELP}
        </p>
        <Button onClick={onClose}>Preview</Button>
      </div>
    </div>
  )
}

const readRows = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.ceil((line.length + 1) / LETTERS_A_ROW), EMPTY_ROWS)
