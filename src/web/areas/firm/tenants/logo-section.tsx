/** Uploads, replaces and removes the logo of the firm. It is saved at once, apart from the form. */

import { useState } from 'react'
import { LOGO_BYTES, LOGO_PIXELS, type Tenant } from '../../../../contract/tenants.ts'
import { formatNumber } from '../../../../contract/value-format.ts'
import { formatFileSize } from '../../../format.ts'
import { operation } from '../../../operation.ts'
import { formatProblem } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { FirmLogo } from '../../../records/firm-logo.tsx'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'

const ACCEPTED = `PNG or JPEG, up to ${formatFileSize(LOGO_BYTES)} and ${formatNumber(LOGO_PIXELS.max)} pixels wide and high`

export function LogoSection({ firm: { id, name, logo } }: { firm: Pick<Tenant, 'id' | 'name' | 'logo'> }) {
  const upload = useCommand(operation('tenant.set-logo'))
  const remove = useCommand(operation('tenant.remove-logo'))
  const [problem, setProblem] = useState<string | null>(null)

  async function save([file]: File[]): Promise<void> {
    if (!file || upload.isPending) return
    if (file.size > LOGO_BYTES) return setProblem(`The file is larger than ${formatFileSize(LOGO_BYTES)}.`)
    setProblem(null)
    try {
      await upload.mutateAsync({ sent: { id }, file, idempotencyKey: crypto.randomUUID() })
      showToast('saved', 'Logo saved')
    } catch (error) {
      setProblem(formatProblem(error))
    }
  }

  return (
    <Section title="Logo">
      <p className="max-w-[70ch] text-muted">
        Shown beside the firm's name, in invitation mails, and at the top of reports, drafts and letters.
        Users of your employers and members see it too.
      </p>
      {logo && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="rounded-md border border-line bg-white p-3">
            <FirmLogo firmId={id} version={logo.sha256} className="max-h-16 max-w-60" />
          </span>
          <Button
            isBusy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { sent: { id } },
                {
                  onSuccess: () => showToast('saved', 'Logo removed'),
                  onError: (error) => showToast('failed', formatProblem(error)),
                },
              )
            }
          >
            Remove logo
          </Button>
          <span className="sr-only">{name} has a logo</span>
        </div>
      )}
      <DropZone
        label={logo ? 'Replace the logo' : 'Logo file'}
        help={upload.isPending ? 'Uploading' : ACCEPTED}
        accept=".png,.jpg,.jpeg"
        isSmall={logo !== null}
        problem={problem}
        onFiles={(files) => void save(files)}
      />
    </Section>
  )
}
