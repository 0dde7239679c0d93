import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { operation } from '../operation.ts'
import { createQuery, type RowOf, useCommand } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { showToast } from '../ui/toast.tsx'

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'))

const ICON = { 'aria-hidden': true, size: 16 } as const
const listSavedViews = operation('saved-view.list')
type SavedView = RowOf<typeof listSavedViews>

export interface ViewOfList {
  /** The address of the list: `/schemes`. */
  page: string
  /** Its filters and order, as the address has them. */
  search: Readonly<Record<string, string>>
}

/** The menu of the caller's saved views of a list. */
export default function SavedViews({ page, search }: ViewOfList) {
  const [isSaving, setSaving] = useState(false)
  const { q, ...filters } = search
  return (
    <>
      <Menu
        trigger={
          <Button look="quiet" icon={<Bookmark {...ICON} />}>
            Views
          </Button>
        }
      >
        <ViewItems page={page} search={filters} onSave={() => setSaving(true)} />
      </Menu>
      {isSaving && (
        <Suspense>
          <SaveViewDialog
            page={page}
            search={filters}
            leavesOutText={Boolean(q)}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function ViewItems({ page, search, onSave }: ViewOfList & { onSave: () => void }) {
  const { data, isPending } = useQuery(createQuery(listSavedViews, { page, limit: 100 }))
  const navigate = useNavigate()
  const views = data?.data ?? []
  const shown = views.find((view) => isSameSearch(view.search, search))
  const hasFilters = Object.keys(search).length > 0
  return (
    <>
      <MenuLabel>
        {isPending ? 'Loading your views' : views.length > 0 ? 'Your views' : 'No saved views yet'}
      </MenuLabel>
      {views.map((view) => (
        <MenuItem
          key={view.id}
          icon={<Bookmark {...ICON} fill={view === shown ? 'currentColor' : 'none'} />}
          onSelect={() => void navigate({ to: page, search: view.search })}
        >
          {view.name}
          {view === shown && <span className="sr-only"> (shown)</span>}
        </MenuItem>
      ))}
      <MenuSeparator />
      {shown ? (
        <RemoveItem view={shown} />
      ) : hasFilters ? (
        <MenuItem icon={<BookmarkPlus {...ICON} />} onSelect={onSave}>
          Save this view
        </MenuItem>
      ) : (
        <MenuLabel>Set a filter or an order to save a view.</MenuLabel>
      )}
    </>
  )
}

function RemoveItem({ view }: { view: SavedView }) {
  const remove = useCommand(operation('saved-view.remove'))
  const restore = useCommand(operation('saved-view.create'))
  const { page, name, search } = view
  const undo = (): void => restore.mutate({ sent: { page, name, search } })
  return (
    <MenuItem
      icon={<Trash2 {...ICON} />}
      onSelect={() =>
        remove.mutate(
          { sent: { page, name } },
          { onSuccess: () => showToast('saved', `View ${name} removed`, { label: 'Undo', onClick: undo }) },
        )
      }
    >
      Remove the view {name}
    </MenuItem>
  )
}

/** The order of the parameters does not matter. */
const isSameSearch = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)
