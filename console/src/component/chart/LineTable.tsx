import type { Period } from '../../chart/Chart.ts'
import type { ShowFigure } from '../../chart/figureFormat.ts'
import { showPeriod } from '../../chart/periods.ts'
import type { Point } from '../../chart/toLine.ts'
import { useShell } from '../../shell/Shell.tsx'

/** The figures of a line, the newest first. */
export function LineTable({
  caption,
  group,
  measure,
  points,
  by,
  show,
}: {
  readonly caption: string
  readonly group: string
  readonly measure: string
  readonly points: readonly Point[]
  readonly by: Period
  readonly show: ShowFigure
}) {
  const { words, formats } = useShell()
  return (
    // It scrolls by itself, so that keys must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="line-table" role="region" aria-label={words.chart.table} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{group}</th>
            <th scope="col">{measure}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ period, figure }) => (
            <tr key={period}>
              <th scope="row">{showPeriod(period, by, formats.language)}</th>
              <td>{figure === undefined ? words.value.none : show(figure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
