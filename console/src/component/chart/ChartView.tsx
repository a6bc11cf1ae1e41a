import { firstPage } from '../../route/paging.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { type Chart, type Period } from '../../chart/Chart.ts'
import type { ChartField } from '../../chart/chartFields.ts'
import { figureFormat, type ShowFigure } from '../../chart/figureFormat.ts'
import { mostPeriods } from '../../chart/figures.ts'
import { showPeriod } from '../../chart/periods.ts'
import { type Bar, toBars } from '../../chart/toBars.ts'
import { toLine } from '../../chart/toLine.ts'
import type { Chip } from '../../criteria/Chip.ts'
import { idOf } from '../../criteria/describeChip.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import { writeWhere } from '../../criteria/writeWhere.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Failed } from '../Failed.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { Bars } from './Bars.tsx'
import { LineChart } from './LineChart.tsx'
import { LineTable } from './LineTable.tsx'
import { useChartWords } from './useChartWords.ts'
import { useFigures } from './useFigures.ts'
import './chart.css'

/** A chart over the records of a list, with its figures as a table. */
export function ChartView({
  route,
  model,
  chart,
  field,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly chart: Chart
  readonly field: ChartField
}) {
  const { words, formats } = useShell()
  const { measure, title } = useChartWords(model, chart, field)
  const { data, error, refetch, whole, isComplete } = useFigures(model, chart, field.field, route)
  const show = figureFormat(chart, model, formats)
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data || !isComplete) return <div className="chart-body" aria-busy="true" />
  if (data.groups.length === 0) return <p className="chart-none">{words.chart.none}</p>
  if (chart.by)
    return (
      <LineView
        by={chart.by}
        line={toLine(chart, data)}
        title={title}
        group={field.label}
        measure={measure}
        show={show}
      />
    )
  return (
    <div className="chart-body">
      <Bars
        caption={title}
        group={field.label}
        measure={measure}
        bars={toBars(chart, field.field, data, whole, formats)}
        show={show}
        hrefOf={(bar) => hrefOf(route, chart.path, bar)}
      />
    </div>
  )
}

function LineView({
  by,
  line: { points, missing, isCut },
  title,
  group,
  measure,
  show,
}: {
  readonly by: Period
  readonly line: ReturnType<typeof toLine>
  readonly title: string
  readonly group: string
  readonly measure: string
  readonly show: ShowFigure
}) {
  const { words, formats } = useShell()
  const periodAt = (index: number) => showPeriod(points.at(index)?.period ?? '', by, formats.language)
  return (
    <div className="chart-body chart-line">
      {points.length > 0 ? (
        <>
          <LineChart points={points} by={by} label={words.chart.line(title, periodAt(0), periodAt(-1))} show={show} />
          <LineTable caption={title} group={group} measure={measure} points={points} by={by} show={show} />
        </>
      ) : null}
      {missing === undefined && !isCut ? null : (
        <p className="chart-note dim">
          {missing === undefined ? null : <span>{words.chart.missing(show(missing))}</span>}
          {isCut ? <span>{words.chart.cut(mostPeriods)}</span> : null}
        </p>
      )}
    </div>
  )
}

/** The list of the records of one bar. */
function hrefOf(route: ListRoute, path: string, { value }: Bar): string | undefined {
  if (value === undefined) return undefined
  const test = { kind: 'test', path, orMissing: false } as const
  const chip: Chip =
    value === null ? { ...test, test: 'isNull', values: [] } : { ...test, test: 'is', values: [idOf(value) ?? value] }
  return toUrl({ ...route, ...firstPage, where: writeWhere([...readWhere(route.where), chip]) })
}
