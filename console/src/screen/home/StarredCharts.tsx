import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { readChart } from '../../chart/Chart.ts'
import { findChartField } from '../../chart/chartFields.ts'
import { describeChip } from '../../criteria/describeChip.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import type { SavedView } from '../../views/SavedView.ts'
import { ChartView } from '../../component/chart/ChartView.tsx'
import { useChipContext } from '../../shell/useChipContext.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { StarButton } from '../../component/StarButton.tsx'
import '../../component/chart/chart.css'

/** The starred views that have a chart. */
export function StarredCharts({ views }: { readonly views: readonly SavedView[] }) {
  const { words } = useShell()
  const { find } = useSession()
  return (
    <section className="home-part">
      <h2>{words.chart.pinned}</h2>
      <ul className="home-charts">
        {views.map((view) => {
          const model = find(view.model)
          return model ? (
            <li key={view.id} className="home-chart">
              <StarredChart view={view} model={model} />
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

function StarredChart({ view, model }: { readonly view: SavedView; readonly model: ModelMeta }) {
  const { words } = useShell()
  const { find } = useSession()
  const chart = readChart(view.chart)
  const field = chart && findChartField(chart, model, find)
  const chips = readWhere(view.where)
  const context = useChipContext(model, chips)
  const parts = chips.map((chip) => {
    const { label, test, value } = describeChip(chip, context)
    return [label, test, value].filter((part) => part !== '').join(' ')
  })
  const filter = [...(view.q === '' ? [] : [`“${view.q}”`]), ...parts].join(' · ')
  return (
    <>
      <header className="home-chart-head">
        <h3>
          <a href={toUrl(listOf(view.model, { view: view.id }))}>{`${manyOf(model)}: ${view.name}`}</a>
        </h3>
        <StarButton what={{ view: view.id }} small />
      </header>
      {filter === '' ? null : <p className="dim">{filter}</p>}
      {chart && field ? (
        <ChartView route={listOf(view.model, view)} model={model} chart={chart} field={field} />
      ) : (
        <p className="chart-none">{words.chart.unknown}</p>
      )}
    </>
  )
}
