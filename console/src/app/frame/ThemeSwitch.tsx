import { useState } from 'react'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'

const themes = ['system', 'light', 'dark'] as const
const stored = 'tabularium.theme'

/** Changes between the system's theme, light and dark. `theme.js` applies it before the next first paint. */
export function ThemeSwitch() {
  const { words, storage } = useShell()
  const [theme, setTheme] = useState(() => themes.find((each) => each === storage.getItem(stored)) ?? 'system')
  const change = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    if (next === 'system') {
      storage.removeItem(stored)
      delete document.documentElement.dataset.theme
    } else {
      storage.setItem(stored, next)
      document.documentElement.dataset.theme = next
    }
    setTheme(next)
  }
  const label = `${words.frame.theme}: ${words.frame.themes[theme]}`
  return <Button weight="quiet" small icon={<Icon name={theme} />} aria-label={label} onPress={change} />
}
