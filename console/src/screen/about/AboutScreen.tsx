import { useSession, useShell } from '../../shell/Shell.tsx'
import '../../component/compared.css'

declare global {
  interface ImportMetaEnv {
    /** The version of the service that this console is released with. */
    readonly VITE_VERSION?: string
  }
}

/** What this installation is: its application, the version, and the day and time zone of the place. */
export function AboutScreen() {
  const { words, formats } = useShell()
  const { me, models } = useSession()
  const { label, today, timeZone, languages } = me.application ?? {}
  const lines: readonly (readonly [string, string | undefined])[] = [
    [words.about.application, label],
    [words.about.version, import.meta.env.VITE_VERSION],
    [words.about.models, formats.number(String(models.length))],
    [words.about.today, today && formats.date(today)],
    [words.me.timeZone, timeZone],
    [words.about.languages, languages?.join(', ')],
  ]
  return (
    <div className="page page-text">
      <h1>{words.about.title}</h1>
      <dl className="compared">
        {lines.map(([name, value]) =>
          value ? (
            <div key={name} className="compared-line" data-changed>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  )
}
