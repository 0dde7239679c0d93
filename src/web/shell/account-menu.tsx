import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import { PAGES } from '../../contract/pages.ts'
import { codeWords } from '../labels.ts'
import { problemWords } from '../problems.ts'
import { usePerson, useSignOut } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { useTheme } from './theme.ts'

const ICON = { 'aria-hidden': true, size: 16 } as const
const THEMES = [
  { value: 'system', label: 'As the system', icon: <Monitor {...ICON} /> },
  { value: 'light', label: 'Light', icon: <Sun {...ICON} /> },
  { value: 'dark', label: 'Dark', icon: <Moon {...ICON} /> },
] as const

export function AccountMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { name, email, role } = usePerson()
  const navigate = useNavigate()
  const { signOut, signOutEverywhere } = useSignOut()
  const [theme, setTheme] = useTheme()
  const [isAsking, setAsking] = useState(false)
  const attempt = (leave: () => Promise<void>) => () =>
    void leave().catch((error) => toast('failed', problemWords(error)))
  return (
    <>
      <Menu
        trigger={
          <Button look="quiet" icon={<UserRound {...ICON} />} aria-label={`Account of ${name}`}>
            <span className="hidden max-w-48 truncate sm:inline">{name}</span>
            <ChevronDown aria-hidden="true" size={14} />
          </Button>
        }
      >
        <MenuLabel>
          <span className="block font-medium text-text">{name}</span>
          {email}
          <span className="block">{codeWords(role)}</span>
        </MenuLabel>
        <MenuSeparator />
        <MenuItem icon={<UserRound {...ICON} />} onSelect={() => void navigate({ to: PAGES.account })}>
          Account and password
        </MenuItem>
        <MenuItem icon={<Keyboard {...ICON} />} onSelect={onShowKeys}>
          Keys
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>Appearance</MenuLabel>
        <MenuChoice name="Appearance" value={theme} options={THEMES} onChoose={setTheme} />
        <MenuSeparator />
        <MenuItem icon={<LogOut {...ICON} />} onSelect={attempt(signOut)}>
          Sign out
        </MenuItem>
        <MenuItem icon={<LogOut {...ICON} />} onSelect={() => setAsking(true)}>
          Sign out everywhere
        </MenuItem>
      </Menu>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere"
        description="Every session of yours ends at once, on this device and on all others. Unsaved work there is lost."
      >
        <div className="flex gap-2">
          <Button look="primary" onClick={attempt(signOutEverywhere)}>
            Sign out everywhere
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  )
}
