import { listOf, type Place } from '../../address/Place.ts'
import { findParameters, writePlace } from '../../address/writePlace.ts'
import { listDrafts } from '../../draft/keepDraft.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { usePage } from '../../query/queries.ts'
import { useSession, useShell } from '../Shell.tsx'
import { PinnedViews } from './PinnedViews.tsx'
import './home.css'

/** Where one begins: the models with their exact totals. */
export function HomeScreen() {
  const { words } = useShell()
  const { models } = useSession()
  return (
    <div className="home">
      <h1>{words.frame.home}</h1>
      <Drafts />
      <PinnedViews />
      <ul className="home-models">
        {models
          .filter(({ may }) => may.read !== 'none')
          .map((model) => (
            <HomeModel key={model.name} model={model} />
          ))}
      </ul>
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

function HomeModel({ model }: { readonly model: ModelMeta }) {
  const { service, formats } = useShell()
  const parameters = findParameters(listOf(model.name, { limit: 0 }))
  const { data } = usePage(service, model.name, parameters)
  return (
    <li>
      <a className="home-model" href={writePlace(listOf(model.name))}>
        <span className="home-label">{model.label}</span>
        <span className="home-total">{data?.total === undefined ? ' ' : formats.number(String(data.total))}</span>
        <span className="home-name mono">{model.name}</span>
      </a>
    </li>
  )
}
