import { useState } from 'react'
import { Choice } from '../../component/Choice.tsx'
import { useShell } from '../../shell/Shell.tsx'

const densities = ['regular', 'compact'] as const
const stored = 'tabularium.density'

/** How high rows are. It is kept in this browser; `theme.js` applies it before the next first paint. */
export function DensitySwitch() {
  const { words, storage } = useShell()
  const [density, setDensity] = useState(() => densities.find((each) => each === storage.getItem(stored)) ?? 'regular')
  const change = (next: string | null) => {
    const chosen = densities.find((each) => each === next) ?? 'regular'
    if (chosen === 'regular') {
      storage.removeItem(stored)
      delete document.documentElement.dataset.density
    } else {
      storage.setItem(stored, chosen)
      document.documentElement.dataset.density = chosen
    }
    setDensity(chosen)
  }
  return (
    <Choice
      label={words.columns.density}
      always
      none=""
      options={densities.map((each) => ({ value: each, label: words.columns.densities[each] }))}
      value={density}
      onChange={change}
    />
  )
}
