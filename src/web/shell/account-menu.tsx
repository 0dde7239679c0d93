import { useNavigate } from '@tanstack/react-router'
import {
  ChevronDown,
  CircleQuestionMark,
  Keyboard,
  Landmark,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { PAGES } from '../../contract/pages.ts'
import { formatCode } from '../labels.ts'
import { formatProblem } from '../problems.ts'
import { usePerson, useSignOut } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { createLazyComponent, useLazyComponent } from '../ui/lazy-component.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { ROW_HEIGHTS, useRowHeight } from '../ui/row-height.ts'
import { showToast } from '../ui/toast.tsx'
import { THEME_WORDS, useTheme } from './theme.ts'

const ICON = { 'aria-hidden': true, size: 16 } as const
const THEME_ICONS = { system: <Monitor {...ICON} />, light: <Sun {...ICON} />, dark: <Moon {...ICON} /> }

const signOutDialog = createLazyComponent(() => import('./sign-out-everywhere.tsx'))

export function AccountMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { name, email, role, grant } = usePerson()
  const navigate = useNavigate()
  const { signOut } = useSignOut()
  const [theme, setTheme] = useTheme()
  const [rowHeight, setRowHeight] = useRowHeight()
  const [isAsking, setAsking] = useState(false)
  const signOutPart = useLazyComponent(signOutDialog, isAsking, () => setAsking(false))
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
          <span className="block">{formatCode(grant?.capability ?? role)}</span>
        </MenuLabel>
        <MenuSeparator />
        <MenuItem icon={<UserRound {...ICON} />} onSelect={() => void navigate({ to: PAGES.account })}>
          Account and password
        </MenuItem>
        <MenuItem icon={<Landmark {...ICON} />} onSelect={() => void navigate({ to: PAGES.chooseGrant })}>
          Access as a trustee or inspector
        </MenuItem>
        <MenuItem icon={<CircleQuestionMark {...ICON} />} onSelect={() => void navigate({ to: PAGES.help })}>
          Help
        </MenuItem>
        <MenuItem icon={<Keyboard {...ICON} />} onSelect={onShowKeys}>
          Keyboard shortcuts
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>Appearance</MenuLabel>
        <MenuChoice
          name="Appearance"
          value={theme}
          options={THEME_WORDS.map((option) => ({ ...option, icon: THEME_ICONS[option.value] }))}
          onChoose={setTheme}
        />
        <MenuSeparator />
        <MenuLabel>Rows of lists</MenuLabel>
        <MenuChoice name="Rows of lists" value={rowHeight} options={ROW_HEIGHTS} onChoose={setRowHeight} />
        <MenuSeparator />
        <MenuItem
          icon={<LogOut {...ICON} />}
          onSelect={() => void signOut().catch((error) => showToast('failed', formatProblem(error)))}
        >
          Sign out
        </MenuItem>
        <MenuItem icon={<LogOut {...ICON} />} onSelect={() => setAsking(true)}>
          Sign out everywhere
        </MenuItem>
      </Menu>
      {signOutPart && (
        <signOutPart.SignOutEverywhereDialog isOpen={isAsking} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
