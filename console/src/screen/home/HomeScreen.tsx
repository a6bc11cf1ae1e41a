import { Suspense } from 'react'
import { Failed } from '../../component/Failed.tsx'
import type { HomeAnswer } from '../../service/HomeService.ts'
import { useOwnHome } from '../../shell/useFavorites.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { readDashboard } from '../../views/Tile.ts'
import { readView } from '../../views/SavedView.ts'
import { generalActions } from '../../meta/ActionMeta.ts'
import { useActions } from '../../query/actionQueries.ts'
import { DashboardView, FirstSteps, HomeActions, NewRecord, StarredCharts } from './lazyComponents.ts'
import { HomeFavorites } from './HomeFavorites.tsx'
import { RecentRecords } from './RecentRecords.tsx'
import { UnsavedDrafts } from './UnsavedDrafts.tsx'
import { Waiting } from './Waiting.tsx'
import './home.css'

/** Where one begins: what is not saved, what waits, what one had open, and what one has starred. */
export function HomeScreen() {
  const { data, error, refetch } = useOwnHome(true)
  return (
    <div className="home">
      <header className="home-head">
        <Greeting />
        <Suspense>
          <NewRecord />
        </Suspense>
      </header>
      <UnsavedDrafts />
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {data ? <HomeParts home={data} /> : null}
    </div>
  )
}

/** What the service says of one's work, each part only if it has something. */
function HomeParts({ home }: { readonly home: HomeAnswer }) {
  const { favorites, pinned, recent } = home
  const offered = generalActions(useActions(useShell().service))
  const views = [...favorites, ...pinned].flatMap((one) => ('view' in one ? readView(one.view) : []))
  const charts = views.filter(({ chart }) => chart !== '')
  const dashboards = home.dashboards.map(readDashboard)
  const [first] = dashboards
  return (
    <>
      <Waiting home={home} />
      <Suspense>{first ? <DashboardView shown={first} all={dashboards} /> : null}</Suspense>
      <Suspense>
        <FirstSteps />
      </Suspense>
      <Suspense>{charts.length > 0 ? <StarredCharts views={charts} /> : null}</Suspense>
      <Suspense>{offered.length > 0 ? <HomeActions offered={offered} /> : null}</Suspense>
      <div className="home-columns">
        <RecentRecords recent={recent} />
        <HomeFavorites home={home} />
      </div>
    </>
  )
}

/** Says good day, at the hour of the reader. */
function Greeting() {
  const { words, formats } = useShell()
  const { me } = useSession()
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: formats.timeZone }).format(new Date()),
  )
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  return <h1>{words.home.greeting[part](me.name || me.username)}</h1>
}
