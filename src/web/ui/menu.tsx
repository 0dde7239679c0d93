import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactNode } from 'react'

const ITEM =
  'flex min-h-9 cursor-pointer select-none items-center gap-2 rounded px-2.5 outline-none data-[highlighted]:bg-hover data-[disabled]:text-muted'

/** A button that opens a list of things to do. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 min-w-52 max-w-[calc(100vw-16px)] rounded-md border border-line bg-raised p-1 shadow-overlay"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({
  icon,
  onSelect,
  children,
}: {
  icon?: ReactNode
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <Radix.Item className={ITEM} onSelect={onSelect}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1.5 text-muted text-sm">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 border-line border-t" />
}

/** One of several; the chosen one is marked. */
export function MenuChoice<T extends string>({
  name,
  value,
  options,
  onChoose,
}: {
  name: string
  value: T
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  onChoose: (value: T) => void
}) {
  return (
    <Radix.RadioGroup aria-label={name} value={value} onValueChange={(next) => onChoose(next as T)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator aria-hidden="true">✓</Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}
