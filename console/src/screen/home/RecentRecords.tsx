import { toUrl } from '../../route/toUrl.ts'
import { titleOf } from '../../meta/ModelMeta.ts'
import { stepFieldOf } from '../../meta/stepFieldOf.ts'
import { ModelIcon } from '../../component/ModelIcon.tsx'
import { ShownValue } from '../../component/ShownValue.tsx'
import type { OfModel } from '../../service/HomeService.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** The records that one had open, as they are now. What is gone, or may not be seen, is left out. */
export function RecentRecords({ recent }: { readonly recent: readonly OfModel[] }) {
  const { words } = useShell()
  if (recent.length === 0) return <p className="dim">{words.home.noRecent}</p>
  return (
    <section className="home-part">
      <h2>{words.home.recent}</h2>
      <ul className="home-lines">
        {recent.map(({ model, record }) => (
          <RecentRecord key={`${model} ${record.id}`} {...{ model, record }} />
        ))}
      </ul>
    </section>
  )
}

function RecentRecord({ model: name, record }: OfModel) {
  const model = useSession().find(name)
  if (!model) return null
  const step = stepFieldOf(model)
  const value = step && record[step.name]
  return (
    <li>
      <ModelIcon model={model} />
      <a href={toUrl({ screen: 'record', model: name, id: record.id })}>{titleOf(model, record)}</a>
      {step && value !== undefined && value !== null ? <ShownValue field={step} value={value} /> : null}
      <span className="dim">{model.label}</span>
    </li>
  )
}
