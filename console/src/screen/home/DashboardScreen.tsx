import { Suspense } from 'react'
import { Failed } from '../../component/Failed.tsx'
import { Empty } from '../../component/Notice.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { useOwnHome } from '../../shell/useFavorites.ts'
import { readDashboard } from '../../views/Tile.ts'
import { DashboardView } from './lazyComponents.ts'
import './home.css'

/** One dashboard: of its id, or of the name of a declared one. */
export function DashboardScreen({ name }: { readonly name: string }) {
  const { words } = useShell()
  const { data, error, refetch } = useOwnHome()
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return null
  const all = data.dashboards.map(readDashboard)
  const shown = all.find(({ key }) => key === name)
  if (!shown) return <Empty icon="missing" isPage title={words.dashboard.gone} />
  return (
    <div className="home">
      <header className="home-head">
        <h1>{shown.label}</h1>
      </header>
      <Suspense>
        <DashboardView shown={shown} all={all} />
      </Suspense>
    </div>
  )
}
