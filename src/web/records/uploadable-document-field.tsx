/** A field that takes a document: one that is there already, or a file that is uploaded without leaving the form. */

import { Upload } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { DocumentKind } from '../../contract/documents.ts'
import { toSentenceCase } from '../../contract/value-format.ts'
import { getLabel } from '../labels.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import type { FieldProps } from '../ui/form/labelled-field.tsx'
import { DocumentField } from './record-field.tsx'

const UploadPanel = lazy(() => import('./upload-panel.tsx'))

interface UploadableDocumentFieldProps extends FieldProps {
  /** The scheme whose documents can be chosen, and to which an uploaded one belongs. Nothing is uploaded before it is known. */
  schemeId: string | null
  /** Chosen before, and can be changed. */
  kind: DocumentKind
}

export function UploadableDocumentField({ schemeId, kind, ...field }: UploadableDocumentFieldProps) {
  const may = useMay()
  const container = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const form = useFormContext()
  const label = field.label ?? getLabel(field.name)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen)
      // Where something was uploaded, the field shows it; else the button is where one came from.
      (added ? container.current?.querySelector<HTMLElement>('[role="combobox"]') : opener.current)?.focus()
    wasOpen.current = isOpen
  }, [isOpen, added])
  return (
    <div ref={container} className="flex max-w-[480px] flex-col items-start gap-2">
      <div className="w-full">
        <DocumentField {...field} {...(schemeId ? { within: { schemeId } } : {})} />
      </div>
      {schemeId !== null &&
        may(operation('document.create')) &&
        (isOpen ? (
          <Suspense>
            <UploadPanel
              label={label}
              kind={kind}
              schemeId={schemeId}
              onCancel={() => {
                setAdded(null)
                setOpen(false)
              }}
              onAdded={({ id, title }) => {
                form.setValue(field.name, id, { shouldDirty: true, shouldValidate: true })
                setAdded(title)
                setOpen(false)
              }}
            />
          </Suspense>
        ) : (
          <Button
            ref={opener}
            look="quiet"
            icon={<Upload aria-hidden="true" size={16} />}
            aria-label={`Upload a file for ${toSentenceCase(label)}`}
            onClick={() => setOpen(true)}
          >
            Upload a file
          </Button>
        ))}
      <p role="status" className="text-muted text-sm empty:hidden">
        {added && !isOpen ? `${added} uploaded and selected.` : ''}
      </p>
    </div>
  )
}
