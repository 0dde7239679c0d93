import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { createLazyComponent } from './lazy-component.ts'
import { useOpener } from './use-opener.ts'

const popoverParts = createLazyComponent(() => import('./popover-parts.ts'))

/** Several of many, ticked in a list that opens under a button. */
export function Choices({
  name,
  icon,
  options,
  chosen,
  onChange,
}: {
  name: string
  icon?: ReactNode
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const trigger = (
    <Button look="quiet" icon={icon}>
      {name}
    </Button>
  )
  const { part: Popover, waiting, button, isPressed } = useOpener(popoverParts, trigger, 'dialog')
  if (!Popover) return waiting
  return (
    <Popover.Root defaultOpen={isPressed}>
      <Popover.Trigger ref={button} asChild>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={name}
          className="z-40 max-h-[60vh] min-w-52 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-overlay"
        >
          {options.map(({ value, label }) => (
            <label
              key={value}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded px-2.5 hover:bg-hover"
            >
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={chosen.includes(value)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
              />
              {label}
            </label>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
