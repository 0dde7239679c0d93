import type { ReactNode } from 'react'
import { createLazyComponent, useLazyComponent } from './lazy-component.ts'
import { type Trigger, useOpener } from './use-opener.ts'

const menuParts = createLazyComponent(() => import('./menu-parts.ts'))
/** Inside of an open menu, where they are there. */
const useParts = () =>
  useLazyComponent(menuParts, false, () => {}) as NonNullable<ReturnType<typeof menuParts.here>>

const ITEM =
  'flex min-h-9 cursor-pointer select-none items-center gap-2 rounded px-2.5 outline-none data-[highlighted]:bg-hover data-[disabled]:text-muted'

/** A button that opens a list of things to do. */
export function Menu({ trigger, children }: { trigger: Trigger; children: ReactNode }) {
  const { part: Radix, waiting, button, isPressed } = useOpener(menuParts, trigger, 'menu')
  if (!Radix) return waiting
  return (
    <Radix.Root modal={false} defaultOpen={isPressed}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
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
  const Radix = useParts()
  return (
    <Radix.Item className={ITEM} onSelect={onSelect}>
      {icon}
      {children}
    </Radix.Item>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const Radix = useParts()
  return <Radix.Label className="px-2.5 py-1.5 text-muted text-sm">{children}</Radix.Label>
}

export function MenuSeparator() {
  const Radix = useParts()
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
  const Radix = useParts()
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
