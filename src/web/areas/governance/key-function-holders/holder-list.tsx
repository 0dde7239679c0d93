import {
  createKeyFunctionHolder,
  HolderStatus,
  KeyFunction,
  listKeyFunctionHolders,
  updateKeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listCodeOptions } from '../../../labels.ts'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useHolderBulkActs } from './holder-bulk-acts.tsx'
import { buildHolderLink, holderColumns } from './holder-columns.tsx'

const COLUMNS = Object.values(holderColumns)

/** Present, former and proposed holders of key functions. */
export default function HolderList() {
  const bulkActs = useHolderBulkActs()
  const create = useCreateButton(
    createKeyFunctionHolder,
    { to: PAGES.newKeyFunctionHolder },
    'Propose holder',
  )
  return (
    <>
      <PageHeader
        title="Key function holders"
        crumbs={[{ label: 'Key functions', to: PAGES.keyFunctions }]}
        actions={create}
      />
      <List
        contract={listKeyFunctionHolders}
        name="Key function holders"
        columns={COLUMNS}
        bulkActs={bulkActs}
        linkTo={buildHolderLink}
        searchLabel="Name or organisation"
        filters={[
          { name: 'function', options: listCodeOptions(KeyFunction.options) },
          { name: 'status', options: listCodeOptions(HolderStatus.options) },
        ]}
        empty={{
          title: 'No holders yet',
          text: 'Propose a holder, record the fit and proper assessment, then record the appointment by the trustees.',
          action: create,
        }}
        edit={{ contract: updateKeyFunctionHolder, page: PAGES.editKeyFunctionHolder }}
      />
    </>
  )
}
