import { Icon } from '../../component/Icon.tsx'
import { ModelIcon } from '../../component/ModelIcon.tsx'
import { asText } from '../../field/kinds.ts'
import { manyOf, titleOf } from '../../meta/ModelMeta.ts'
import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { HomeAnswer, OfModel, ViewTotal } from '../../service/HomeService.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What one has starred, and what others have pinned for one: views with their totals, and records. */
export function HomeFavorites({ home: { favorites, pinned } }: { readonly home: HomeAnswer }) {
  const { words } = useShell()
  const { find } = useSession()
  const isKnown = (one: ViewTotal | OfModel) =>
    'view' in one ? find(asText(one.view['model'])) !== undefined && !one.view['chart'] : find(one.model) !== undefined
  const shown = favorites.filter(isKnown)
  const others = pinned.filter(isKnown)
  if (shown.length === 0 && others.length === 0) return null
  return (
    <section className="home-part">
      <h2>{words.favorites.title}</h2>
      <ul className="home-lines">
        {shown.map((one) =>
          'view' in one ? <ViewLine key={one.id} of={one} icon="star" /> : <RecordLine key={one.id} of={one} />,
        )}
        {others.map((one) => (
          <ViewLine key={`view ${one.view.id}`} of={one} icon="pin" />
        ))}
      </ul>
    </section>
  )
}

function ViewLine({ of: { view, total }, icon }: { readonly of: ViewTotal; readonly icon: 'star' | 'pin' }) {
  const { formats } = useShell()
  const { find } = useSession()
  const name = asText(view['model'])
  const model = find(name)
  return (
    <li>
      <Icon name={icon} />
      <a href={toUrl(listOf(name, { view: view.id }))}>{asText(view['name'])}</a>
      <span className="dim">{model ? manyOf(model) : name}</span>
      <span className="home-total">{total === null ? '' : formats.number(String(total))}</span>
    </li>
  )
}

function RecordLine({ of: { model: name, record } }: { readonly of: OfModel }) {
  const model = useSession().find(name)
  if (!model) return null
  return (
    <li>
      <ModelIcon model={model} />
      <a href={toUrl({ screen: 'record', model: name, id: record.id })}>{titleOf(model, record)}</a>
      <span className="dim">{model.label}</span>
    </li>
  )
}
