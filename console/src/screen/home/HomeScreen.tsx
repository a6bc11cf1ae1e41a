import { Suspense } from 'react'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { type DraftName, listDrafts } from '../../draft/keepDraft.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { lazily } from '../../component/lazily.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { HomeModels } from './HomeModels.tsx'
import { LastChanges } from './LastChanges.tsx'
import { PinnedViews } from './PinnedViews.tsx'
import { RecentRecords } from './RecentRecords.tsx'
import './home.css'

const HomeActions = lazily(() => import('./HomeActions.tsx').then((module) => module.HomeActions))

/** Where one begins: drafts, pinned views and charts, one's last changes, records, and the models with totals. */
export function HomeScreen() {
  const { words } = useShell()
  return (
    <div className="home">
      <h1>{words.frame.home}</h1>
      <Drafts />
      <PinnedViews />
      <Suspense>
        <HomeActions />
      </Suspense>
      <LastChanges />
      <RecentRecords />
      <HomeModels />
    </div>
  )
}

/** What was typed and not saved stands on top. */
function Drafts() {
  const { words, storage } = useShell()
  const { me, find } = useSession()
  const drafts = listDrafts(storage, me.id).filter(({ model }) => find(model))
  if (drafts.length === 0) return null
  return (
    <section className="home-drafts">
      <h2>{words.home.drafts}</h2>
      <ul>
        {drafts.map((draft) => {
          const address = toUrl(routeOf(draft))
          return (
            <li key={address}>
              <a href={address}>{labelOf(draft, find(draft.model), words.list.new)}</a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function routeOf({ model, id, from, set = {} }: DraftName): Route {
  return id === undefined ? { screen: 'new', model, from, set } : { screen: 'record', model, id }
}

/** What a draft is of; of a new record also what its form began with. */
function labelOf(draft: DraftName, model: ModelMeta | undefined, toNew: (label: string) => string): string {
  const { id, from, set = {} } = draft
  const label = model?.label ?? draft.model
  if (id !== undefined) return `${label} #${id}`
  const labels = Object.entries(set).map(
    ([name, value]) => `${model?.fields.find((field) => field.name === name)?.label ?? name}: ${value}`,
  )
  return [toNew(label), ...(from === undefined ? [] : [`#${from}`]), ...labels].join(' · ')
}
