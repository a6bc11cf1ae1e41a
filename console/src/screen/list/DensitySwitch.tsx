import { Choice } from '../../component/Choice.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { useKeptLook } from '../../shell/useKeptLook.ts'

const densities = ['regular', 'compact', 'comfortable'] as const

/** How high rows are. */
export function DensitySwitch() {
  const { words } = useShell()
  const [density, setDensity] = useKeptLook('density', densities)
  return (
    <Choice
      label={words.columns.density}
      always
      none=""
      options={densities.map((each) => ({ value: each, label: words.columns.densities[each] }))}
      value={density}
      onChange={(next) => setDensity(densities.find((each) => each === next) ?? 'regular')}
    />
  )
}
