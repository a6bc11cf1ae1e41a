import { useShell } from '../../../shell/Shell.tsx'

/** When the figures of a tile were read. */
export function AsOf({ at }: { readonly at: number }) {
  const { words, formats } = useShell()
  if (at === 0) return null
  const moment = new Date(at)
  const { language, timeZone } = formats
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(moment)
  return (
    <time className="tile-as-of" dateTime={moment.toISOString()}>
      {words.dashboard.asOf(time)}
    </time>
  )
}
