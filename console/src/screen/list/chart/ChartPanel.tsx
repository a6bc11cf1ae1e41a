import type { ListRoute } from '../../../route/ListRoute.ts'
import { type Chart, count, type Period, periods, readChart, writeChart, writeMeasure } from '../../../chart/Chart.ts'
import {
  type ChartField,
  findChartField,
  firstChart,
  groupFields,
  measureFields,
  regroup,
} from '../../../chart/chartFields.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Choice } from '../../../component/Choice.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { ChartView } from '../../../component/chart/ChartView.tsx'
import { PinTile } from './PinTile.tsx'
import { StarChart } from './StarChart.tsx'
import { useChartWords } from '../../../component/chart/useChartWords.ts'
import '../../../component/chart/chart.css'

/** The chart above a list: what is drawn of its records. The address says which one. */
export function ChartPanel({ route, model }: { readonly route: ListRoute; readonly model: ModelMeta }) {
  const { words, go } = useShell()
  const { find } = useSession()
  const chart = readChart(route.chart)
  const field = chart && findChartField(chart, model, find)
  const fields = groupFields(model, find)
  const set = (next: Chart | undefined) => go({ ...route, chart: next ? writeChart(next) : '' }, 'replace')
  const now = chart ?? firstChart(model, find)
  const group = (path: string | null) => {
    const next = fields.find((each) => each.path === path)
    if (next) set(regroup(now, next, model))
  }
  return (
    <section className="chart" aria-label={words.chart.chart}>
      <div className="chart-tools">
        <Choice
          label={words.chart.group}
          always
          none=""
          options={fields.map(({ path, label }) => ({ value: path, label }))}
          value={now.path}
          onChange={group}
        />
        {now.by === undefined ? null : (
          <Choice
            label={words.chart.period}
            always
            none=""
            options={periods.map((each) => ({ value: each, label: words.chart.periods[each] }))}
            value={now.by}
            onChange={(by) => set({ ...now, by: by as Period })}
          />
        )}
        <Choice
          label={words.chart.measure}
          always
          none=""
          options={measuresOf(model, now.path, words.chart)}
          value={writeMeasure(now.measure)}
          onChange={(measure) => set({ ...now, measure: readMeasure(measure) })}
        />
        <div className="chart-actions">
          {chart && field ? <Pin route={route} model={model} chart={chart} field={field} /> : null}
          <Button
            weight="quiet"
            small
            icon={<Icon name="clear" />}
            aria-label={words.chart.close}
            onPress={() => set(undefined)}
          />
        </div>
      </div>
      {chart && field ? (
        <ChartView route={route} model={model} chart={chart} field={field} />
      ) : (
        <p className="chart-none">{words.chart.unknown}</p>
      )}
    </section>
  )
}

/** The way to the home page. The view is called what the chart is. */
function Pin({
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
  const { title } = useChartWords(model, chart, field)
  return (
    <>
      <PinTile route={route} />
      <StarChart route={route} model={model} title={title} />
    </>
  )
}

function measuresOf(model: ModelMeta, groupedBy: string, words: ReturnType<typeof useShell>['words']['chart']) {
  const ofFields = measureFields(model, groupedBy).flatMap(({ path, label }) => [
    { value: `sum.${path}`, label: words.sum(label) },
    { value: `avg.${path}`, label: words.avg(label) },
  ])
  return [{ value: 'count', label: words.count }, ...ofFields]
}

function readMeasure(text: string | null): Chart['measure'] {
  return readChart(`x~${text ?? ''}`)?.measure ?? count
}
