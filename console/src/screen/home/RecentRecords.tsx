import { toUrl } from '../../route/toUrl.ts'
import { titleOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { useTitles } from '../../query/listQueries.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { readRecent } from '../../shell/recent.ts'

/** The records that one had open, by the titles that they have now. What is gone, or may not be seen, is left out. */
export function RecentRecords() {
  const { service, words, storage } = useShell()
  const { me, find } = useSession()
  const recent = readRecent(storage, me.id).flatMap(({ model, id }) => {
    const known = find(model)
    return known && known.may.read !== 'none' ? [{ model: known, id }] : []
  })
  const models = [...new Set(recent.map(({ model }) => model))]
  const idsOf = (model: ModelMeta) => recent.filter((each) => each.model === model).map(({ id }) => id)
  const titles = useTitles(
    service,
    models.map((model) => ({ model: model.name, title: model.title, ids: idsOf(model) })),
  )
  const shown = recent.flatMap(({ model, id }) => {
    const title = titles(model.name, id)
    return title === undefined ? [] : [{ model, id, title: titleOf(model, { id, [model.title]: title }) }]
  })
  if (shown.length === 0) return null
  return (
    <section className="home-part">
      <h2>{words.home.recent}</h2>
      <ul className="home-list">
        {shown.map(({ model, id, title }) => (
          <li key={`${model.name} ${id}`}>
            <a href={toUrl({ screen: 'record', model: model.name, id })}>{title}</a>
            <span className="dim">{model.label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
