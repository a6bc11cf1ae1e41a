import { Suspense } from 'react'
import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useTotal } from '../../query/listQueries.ts'
import { useViewRecords } from '../../query/viewQueries.ts'
import { readView, type SavedView } from '../../views/SavedView.ts'
import { lazily } from '../../component/lazily.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** Loaded by those who have pinned a chart. */
const PinnedCharts = lazily(() => import('./PinnedCharts.tsx').then((module) => module.PinnedCharts))

/** The views that are pinned, one's own and those that are shared: their totals as of now, or their charts. */
export function PinnedViews() {
  const { service, words } = useShell()
  const { find } = useSession()
  const { data } = useViewRecords(service, { fieldName: 'pinned', operator: '=', value: true })
  const views = (data ?? []).map(readView).filter(({ model }) => find(model))
  const charts = views.filter(({ chart }) => chart !== '')
  const lists = views.filter(({ chart }) => chart === '')
  return (
    <>
      {lists.length > 0 ? (
        <section className="home-part">
          <h2>{words.views.pinned}</h2>
          <ul className="home-models">
            {lists.map((view) => (
              <PinnedView key={view.id} view={view} />
            ))}
          </ul>
        </section>
      ) : null}
      {charts.length > 0 ? (
        <Suspense>
          <PinnedCharts views={charts} />
        </Suspense>
      ) : null}
    </>
  )
}

function PinnedView({ view }: { readonly view: SavedView }) {
  const { service, formats } = useShell()
  const { find } = useSession()
  const total = useTotal(service, view.model, view, 'asked for', undefined)
  return (
    <li>
      <a className="home-model" href={toUrl(listOf(view.model, { view: view.id }))}>
        <span className="home-label">{view.name}</span>
        <span className="home-total">{total === undefined ? ' ' : formats.number(String(total))}</span>
        <span className="home-name">{find(view.model)?.label ?? view.model}</span>
      </a>
    </li>
  )
}
