import type { ShowFigure } from '../../chart/figureFormat.ts'
import type { Bar } from '../../chart/toBars.ts'
import { useShell } from '../../shell/Shell.tsx'

/** A bar chart that is a table: what a group is called, its bar, and its exact figure. */
export function Bars({
  caption,
  group,
  measure,
  bars,
  show,
  hrefOf,
}: {
  readonly caption: string
  readonly group: string
  readonly measure: string
  readonly bars: readonly Bar[]
  readonly show: ShowFigure
  /** The records of a bar, where they can be shown. */
  readonly hrefOf: (bar: Bar) => string | undefined
}) {
  const { words } = useShell()
  return (
    <table className="bars">
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{group}</th>
          <td aria-hidden="true" />
          <th scope="col">{measure}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => {
          const href = hrefOf(bar)
          return (
            <tr key={JSON.stringify([bar.label, bar.value])}>
              <th scope="row" title={bar.label}>
                {href === undefined ? bar.label : <a href={href}>{bar.label}</a>}
              </th>
              <td className="bar-place" aria-hidden="true">
                <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none">
                  <rect
                    className={bar.value === undefined ? 'bar-rest' : 'bar-fill'}
                    x={bar.start * 100}
                    width={bar.length * 100}
                    y="0"
                    height="10"
                  />
                </svg>
              </td>
              <td className="bar-figure">
                {bar.figure === undefined ? words.chart.notKnown : show(bar.figure, bar.value)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
