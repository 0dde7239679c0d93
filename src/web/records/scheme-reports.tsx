/** The files of a scheme that people take to a meeting or hand to the Authority. */

import { zodResolver } from '@hookform/resolvers/zod'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { SupervisoryPackInput } from '../../contract/reports.ts'
import type { Scheme } from '../../contract/schemes.ts'
import { buildRequestUrl } from '../client.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DateField } from '../ui/form/fields.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { showToast } from '../ui/toast.tsx'

export function SchemeReports({ id, isExample }: Pick<Scheme, 'id' | 'isExample'>) {
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  if (!may(operation('report.board-pack'))) return null
  return (
    <>
      <Menu trigger={<Button icon={<Download aria-hidden="true" size={16} />}>Reports</Button>}>
        <MenuItem
          onSelect={() => fetchFile(buildRequestUrl(operation('report.board-pack'), { id }), 'board pack')}
        >
          Board pack (PDF)
        </MenuItem>
        {!isExample && <MenuItem onSelect={() => setAsking(true)}>Supervisory pack (ZIP) …</MenuItem>}
      </Menu>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Supervisory pack"
        description={
          <p>
            An index with the missing records, a workbook of registers, policies in force and own-risk
            assessments as PDF, final, signed or filed documents, machine-readable files and a SHA-256
            manifest. The pack may contain personal data: check it before you share it.
          </p>
        }
      >
        <Range id={id} onDone={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function Range({ id, onDone }: { id: string; onDone: () => void }) {
  const form = useForm<{ from: string | null; to: string | null }>({
    defaultValues: { from: null, to: null },
    resolver: (values, context, options) =>
      zodResolver(SupervisoryPackInput, undefined, { raw: true })(
        omitEmpty(values),
        context,
        options as never,
      ) as never,
  })
  const fetchPack = form.handleSubmit((range) => {
    fetchFile(
      buildRequestUrl(operation('report.supervisory-pack'), { id, ...omitEmpty(range) }),
      'supervisory pack',
    )
    onDone()
  })
  return (
    <FormProvider {...form}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void fetchPack(event)}>
        <DateField
          name="from"
          label="Documents from"
          help="Leave empty for all documents. Registers are always complete."
        />
        <DateField name="to" label="Documents to" />
        <div className="flex gap-2">
          <Button type="submit" look="primary">
            Download
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** Leaves out empty parameters. */
const omitEmpty = (range: { from?: string | null; to?: string | null }): { from?: string; to?: string } =>
  Object.fromEntries(Object.entries(range).filter(([, day]) => day))

/** Downloaded by the browser: a pack may be larger than a page should hold in memory. */
function fetchFile(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
  showToast('saved', `We are preparing the ${name}. Your browser shows the download`)
}
