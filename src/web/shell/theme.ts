import { useEffect } from 'react'
import { useSetting } from '../ui/use-setting.ts'

export type Theme = 'system' | 'light' | 'dark'
export const THEME_WORDS: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the system has it; kept in this browser. The document sets it before the first paint. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useSetting('theme', 'system')
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  return [theme as Theme, setTheme]
}
