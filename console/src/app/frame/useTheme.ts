import { useKeptLook } from '../../shell/useKeptLook.ts'

const themes = ['system', 'light', 'dark'] as const

/** The theme, and the way to the next: the system's, light, dark. */
export function useTheme() {
  const [theme, setTheme] = useKeptLook('theme', themes)
  const change = () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system')
  return { theme, change }
}
