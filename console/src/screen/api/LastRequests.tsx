import type { Logged } from '../../api/Logged.ts'
import { useShell } from '../../shell/Shell.tsx'

/** The last requests of this tab: what each one was, its status, its time and its id. */
export function LastRequests({
  entries,
  chosen,
  onChoose,
}: {
  readonly entries: readonly Logged[]
  readonly chosen: Logged | undefined
  readonly onChoose: (number: number) => void
}) {
  const { words, formats } = useShell()
  return (
    <section className="api-part">
      <h3>{words.api.last}</h3>
      <table className="api-table">
        <thead>
          <tr>
            <th scope="col">{words.api.request}</th>
            <th scope="col">{words.api.status}</th>
            <th scope="col">{words.api.time}</th>
            <th scope="col">{words.api.id}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.number} data-chosen={entry === chosen || undefined}>
              <td>
                <button
                  type="button"
                  className="api-entry mono"
                  aria-label={words.api.show(entry.method, entry.path)}
                  aria-pressed={entry === chosen}
                  onClick={() => onChoose(entry.number)}
                >
                  <span className="api-method">{entry.method}</span> {entry.path}
                </button>
              </td>
              <td>{entry.status ?? words.value.none}</td>
              <td>
                {entry.duration === undefined
                  ? words.value.none
                  : words.api.milliseconds(formats.number(entry.duration.toFixed(0)))}
              </td>
              <td className="mono">{entry.requestId ?? words.value.none}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
