import { Suspense } from 'react'
import type { Place } from '../../address/Place.ts'
import { writePlace } from '../../address/writePlace.ts'
import { listDrafts } from '../../draft/keepDraft.ts'
import { HomeActions } from '../screens.ts'
import { useSession, useShell } from '../Shell.tsx'
import { HomeModels } from './HomeModels.tsx'
import { LastChanges } from './LastChanges.tsx'
import { PinnedViews } from './PinnedViews.tsx'
import { RecentRecords } from './RecentRecords.tsx'
import './home.css'

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
        {drafts.map(({ model, id }) => (
          <li key={`${model} ${id}`}>
            <a href={writePlace(id === undefined ? newOf(model) : { screen: 'record', model, id })}>
              {id === undefined ? words.list.new(find(model)?.label ?? model) : `${find(model)?.label ?? model} #${id}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function newOf(model: string): Place {
  return { screen: 'new', model, from: undefined, set: {} }
}
