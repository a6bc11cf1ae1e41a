import { findParameters, listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { showValue } from '../../field/kinds.ts'
import { columnsOf, valueAt } from '../../meta/columns.ts'
import { type FieldMeta, type Json, type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import { usePage } from '../../query/queries.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import './collection.css'

const most = 20

/** The records of a collection: the first ones, the way to all of them, and to a new one. */
export function CollectionList({ field, id }: { readonly field: FieldMeta; readonly id: number | undefined }) {
  const { find } = useSession()
  const target = find(field.target ?? '')
  return target && id !== undefined && field.by ? <Members field={field} by={field.by} id={id} target={target} /> : null
}

function Members({
  field,
  by,
  id,
  target,
}: {
  readonly field: FieldMeta
  readonly by: string
  readonly id: number
  readonly target: ModelMeta
}) {
  const { service, words, formats } = useShell()
  const { find } = useSession()
  const whole = listOf(target.name, { where: JSON.stringify({ fieldName: by, operator: '=', value: id }) })
  const columns = columnsOf(target, [], find)
    .filter(({ isTitle, path }) => !isTitle && path !== by)
    .slice(0, 2)
  const fields = [target.title, ...columns.map(({ path }) => path)]
  const { data, error } = usePage(service, target.name, findParameters({ ...whole, fields, limit: most }))
  return (
    <section className="collection" aria-label={field.label}>
      <header>
        <h2 className="field-label">
          {field.label}
          {data?.total === undefined ? null : <span className="dim"> · {formats.number(String(data.total))}</span>}
        </h2>
        {target.may.create === 'none' ? null : (
          <a href={toUrl({ screen: 'new', model: target.name, from: undefined, set: { [by]: String(id) } })}>
            {words.record.add(target.label)}
          </a>
        )}
        {data && data.records.length > 0 ? <a href={toUrl(whole)}>{words.record.whole(data.total)}</a> : null}
      </header>
      {error ? <Failed error={error} /> : null}
      {data && data.records.length === 0 ? <p className="dim">{words.record.noMembers}</p> : null}
      <ul>
        {data?.records.map((record) => (
          <li key={record.id}>
            <a href={toUrl({ screen: 'record', model: target.name, id: record.id })}>{titleOf(target, record)}</a>
            {columns.map((column) => (
              <span key={column.path} className="dim">
                {showValue(valueAt(record, column.path) as Json, column.field, formats)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
