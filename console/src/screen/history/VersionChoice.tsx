import type { Entry } from '../../history/Entry.ts'
import { ticksOf } from '../../history/recordAt.ts'
import { Segments } from '../../component/Segments.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { Slider } from './Slider.tsx'

/** The way to another version: a slider over many, two to choose between, and nothing where there is one. */
export function VersionChoice({
  entries,
  at,
  onAt,
}: {
  readonly entries: readonly Entry[]
  readonly at: number
  readonly onAt: (version: number) => void
}) {
  const { words } = useShell()
  if (entries.length > 2) return <Slider ticks={ticksOf(entries)} at={at} onAt={onAt} />
  if (entries.length < 2) return null
  const segments = entries.toReversed().map(({ version }) => ({
    id: String(version),
    label: words.history.version(version),
  }))
  return (
    <Segments
      label={words.history.slider}
      segments={segments}
      value={String(at)}
      onChange={(version) => onAt(Number(version))}
    />
  )
}
