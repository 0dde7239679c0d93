import { Dialog } from '../ui/dialog.tsx'
import { SingleKeysChoice } from '../ui/single-keys.tsx'

const KEYS: readonly [keys: string, what: string][] = [
  ['Ctrl K or ⌘ K', 'Find schemes, members, employers and pages'],
  ['/', 'Go to the search of the list'],
  ['j, k', 'Next and previous row'],
  ['x', 'Select the row, for a file of the selected rows'],
  ['Enter', 'Open the row'],
  ['c', 'Create a new one of what the page lists'],
  ['e', 'Edit the record'],
  ['?', 'Show these keys'],
  ['Esc', 'Close what is open'],
]

export function KeyMapDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys">
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {KEYS.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysChoice />
    </Dialog>
  )
}
