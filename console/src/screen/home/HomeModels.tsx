import { listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { groupsOf, isOfService } from '../../meta/groupsOf.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useModelTotals } from '../../query/homeQueries.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { FirstSteps } from './FirstSteps.tsx'

/** The models by group, with their exact totals; before there is any record, what to do first. */
export function HomeModels() {
  const { service } = useShell()
  const { models } = useSession()
  const shown = models.filter(({ may }) => may.read !== 'none')
  const totals = useModelTotals(
    service,
    shown.map(({ name }) => name),
  )
  const own = shown.filter((model) => !isOfService(model))
  const isEmpty = own.every(({ name }) => totals.get(name) === 0)
  return (
    <>
      {isEmpty ? <FirstSteps models={own} /> : null}
      {groupsOf(shown).map(([group, members]) => (
        <section key={group} className="home-part">
          <h2>{group}</h2>
          <ul className="home-models">
            {members.map((model) => (
              <li key={model.name}>
                <HomeModel model={model} total={totals.get(model.name)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function HomeModel({ model, total }: { readonly model: ModelMeta; readonly total: number | undefined }) {
  const { formats } = useShell()
  return (
    <a className="home-model" href={toUrl(listOf(model.name))}>
      <span className="home-label">{model.label}</span>
      <span className="home-total">{total === undefined ? ' ' : formats.number(String(total))}</span>
      <span className="home-name mono">{model.name}</span>
    </a>
  )
}
