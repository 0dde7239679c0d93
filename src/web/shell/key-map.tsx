import { Dialog } from '../ui/dialog.tsx'
import { SingleKeysChoice } from '../ui/single-keys.tsx'

const KEYS: readonly [keys: string, what: string][] = [
  ['Ctrl K or ⌘ K', 'Find records, pages and actions'],
  ['g then t, i, s, e, m, o', 'Today, inbox, schemes, employers, members, contributions'],
  ['g then c, d, k, r, p, b', 'Calendar, documents, key functions, own risk, policies, breaches'],
  ['g then a, u', 'Assistant, users'],
  ['/', 'Search the list'],
  ['j, k', 'Next and previous row'],
  ['[, ]', 'Previous and next record of the list'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['c', 'Create a new record'],
  ['e', 'Edit the record'],
  ['?', 'Show keyboard shortcuts'],
  ['Esc', 'Close dialog or menu'],
]

export function KeyMapDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
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
