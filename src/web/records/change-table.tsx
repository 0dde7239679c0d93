/** Changes as they are read: what stayed the same is folded, and what changed says so without colour. */

import { type ReactNode, useState } from 'react'
import type { Block } from '../../contract/text-blocks.ts'
import type { Change, Counts, Piece } from '../../contract/text-changes.ts'
import { formatCount } from '../../contract/value-format.ts'
import { Button } from '../ui/button.tsx'
import { joinClassNames } from '../ui/class-names.ts'
import { useMedia } from '../ui/media.ts'
import { Notice } from '../ui/notice.tsx'

type Same = Extract<Change, { is: 'same' | 'removed' | 'added' }>
type Group = { is: 'change'; change: Change } | { is: 'folded'; changes: Same[] }

/** So many unchanged paragraphs stay beside a change, to know where one is. */
const CONTEXT = 1

/** Side by side where there is room, one below the other where there is not. */
const WIDE = 'screen and (min-width: 900px), print'

export function formatChange(counts: Counts): string {
  const parts = [
    counts.rewritten > 0 && `${formatCount(counts.rewritten, 'paragraph')} rewritten`,
    counts.added > 0 && `${counts.added} added`,
    counts.removed > 0 && `${counts.removed} removed`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'only spaces and line ends differ'
}

/** In place of the table where the texts are not compared. */
export const TooDifferent = ({ names: [before, after] }: { names: readonly [string, string] }) => (
  <Notice title={`The texts of ${before} and ${after} are too different to compare line by line`}>
    Too many paragraphs changed between them. Compare a version in between, or read both texts.
  </Notice>
)

export function ChangeTable({
  changes,
  names: [before, after],
  isNarrow = false,
}: {
  changes: readonly Change[]
  names: readonly [string, string]
  /** Where it stands there is never room for two columns. */
  isNarrow?: boolean
}) {
  const hasRoom = useMedia(WIDE)
  const isWide = hasRoom && !isNarrow
  const groups = foldGroups(changes)
  if (!isWide)
    return (
      <div className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
        {groups.map((group, index) =>
          group.is === 'folded' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes have nothing but their order
            <Folded key={index} changes={group.changes}>
              {(shown) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: the changes have nothing but their order
                shown.map((change, at) => <Unified key={at} change={change} />)
              }
            </Folded>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes have nothing but their order
            <Unified key={index} change={group.change} />
          ),
        )}
      </div>
    )
  return (
    <div className="rounded-md border border-line bg-surface">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr className="text-left text-muted text-sm">
            <th scope="col" className="w-1/2 border-line border-r border-b px-4 py-2 font-medium">
              {before}
            </th>
            <th scope="col" className="w-1/2 border-line border-b px-4 py-2 font-medium">
              {after}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group, index) =>
            group.is === 'folded' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes have nothing but their order
              <FoldedRows key={index} changes={group.changes} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes have nothing but their order
              <SideBySide key={index} change={group.change} />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Runs of what stayed the same, but for what stands next to a change. */
function foldGroups(changes: readonly Change[]): Group[] {
  const isNear = (index: number): boolean =>
    changes.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ is }) => is !== 'same')
  const groups: Group[] = []
  for (const [index, change] of changes.entries()) {
    const last = groups.at(-1)
    if (change.is !== 'same' || isNear(index)) groups.push({ is: 'change', change })
    else if (last?.is === 'folded') last.changes.push(change)
    else groups.push({ is: 'folded', changes: [change] })
  }
  return groups
}

const formatSame = (count: number): string => `${formatCount(count, 'unchanged paragraph')}: show`

function Folded({ changes, children }: { changes: Same[]; children: (changes: Same[]) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <>{children(changes)}</>
  return (
    <div>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {formatSame(changes.length)}
      </Button>
    </div>
  )
}

function FoldedRows({ changes }: { changes: Same[] }) {
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/suspicious/noArrayIndexKey: the changes have nothing but their order
  if (isOpen) return changes.map((change, index) => <SideBySide key={index} change={change} />)
  return (
    <tr>
      <td colSpan={2} className="border-line border-b bg-sunken px-2 py-1 text-center last:border-b-0">
        <Button look="quiet" onClick={() => setOpen(true)}>
          {formatSame(changes.length)}
        </Button>
      </td>
    </tr>
  )
}

const SIDE = 'border-line border-b px-4 py-2 align-top [overflow-wrap:anywhere]'

function SideBySide({ change }: { change: Change }) {
  const [left, right] = getSides(change)
  return (
    <tr>
      <td className={joinClassNames(SIDE, 'border-r')}>{left}</td>
      <td className={SIDE}>{right}</td>
    </tr>
  )
}

function getSides(change: Change): [ReactNode, ReactNode] {
  if (change.is === 'rewritten') {
    const { before, after, pieces } = change
    return [
      <Marked key="before" block={before}>
        <Pieces pieces={pieces.filter(({ is }) => is !== 'added')} />
      </Marked>,
      <Marked key="after" block={after}>
        <Pieces pieces={pieces.filter(({ is }) => is !== 'removed')} />
      </Marked>,
    ]
  }
  const whole = <Whole key="whole" change={change} />
  if (change.is === 'removed') return [whole, null]
  return change.is === 'added' ? [null, whole] : [whole, <Whole key="other" change={change} />]
}

function Unified({ change }: { change: Change }) {
  if (change.is !== 'rewritten') return <Whole change={change} />
  return (
    <Marked block={change.after}>
      <Pieces pieces={change.pieces} />
    </Marked>
  )
}

const Whole = ({ change: { is, block } }: { change: Same }) => (
  <Marked block={block}>
    <Pieces pieces={[{ is, text: block.text }]} />
  </Marked>
)

/** A block as it looks in the text: a heading stands out, an item has its mark. */
function Marked({ block: { kind, mark }, children }: { block: Block; children: ReactNode }) {
  if (kind === 'item')
    return (
      <p className="flex gap-2 pl-2">
        <span className="shrink-0">{mark ?? '•'}</span>
        <span className="min-w-0">{children}</span>
      </p>
    )
  return <p className={joinClassNames(kind === 'heading' && 'font-semibold')}>{children}</p>
}

/** Struck out and underlined, with words for screen readers. */
const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ is, text }, index) => {
    const key = `${index} ${is}`
    if (is === 'removed')
      return (
        <del key={key} className="rounded-sm bg-danger-soft decoration-danger decoration-2">
          <span className="sr-only">[removed: </span>
          {text}
          <span className="sr-only">]</span>
        </del>
      )
    if (is === 'added')
      return (
        <ins key={key} className="rounded-sm bg-done-soft decoration-2 decoration-done underline-offset-2">
          <span className="sr-only">[added: </span>
          {text}
          <span className="sr-only">]</span>
        </ins>
      )
    return <span key={key}>{text}</span>
  })
