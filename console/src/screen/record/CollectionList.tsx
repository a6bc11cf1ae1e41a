import type { KeyboardEvent } from 'react'
import { findParameters, listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { ShownValue } from '../../component/ShownValue.tsx'
import { kindOf } from '../../field/kinds.ts'
import { columnsOf, ownerAt, pathsToRead, valueAt } from '../../meta/columns.ts'
import { type FieldMeta, type Json, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { usePage } from '../../query/queries.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import './collection.css'

const most = 20

/** The records of a collection: the first ones, the way to all of them, and to a new one. */
export function CollectionList({
  field,
  id,
  isUnmet,
}: {
  readonly field: FieldMeta
  readonly id: number | undefined
  /** Whether the condition of the field is not met: then it is there for the records that it has. */
  readonly isUnmet: boolean
}) {
  const { find } = useSession()
  const target = find(field.target ?? '')
  if (!target || id === undefined || !field.by) return null
  return <Members {...{ field, id, target, isUnmet }} by={field.by} />
}

function Members({
  field,
  by,
  id,
  target,
  isUnmet,
}: {
  readonly field: FieldMeta
  readonly isUnmet: boolean
  readonly by: string
  readonly id: number
  readonly target: ModelMeta
}) {
  const { service, words, formats } = useShell()
  const { find } = useSession()
  const where = JSON.stringify({ fieldName: by, operator: '=', value: id })
  const whole = listOf(target.name, { where, ...(field.sortBy ? { sortBy: field.sortBy } : {}) })
  const columns = columnsOf(target, [], find)
    .filter(({ isTitle, path }) => !isTitle && path !== by)
    .slice(0, 2)
  const fields = [target.title, ...pathsToRead(columns)]
  const { data, error } = usePage(service, target.name, findParameters({ ...whole, fields, limit: most }))
  if (isUnmet && (data?.records.length ?? 0) === 0) return null
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
      {isUnmet ? <p className="field-help">{words.record.unasked}</p> : null}
      {error ? <Failed error={error} /> : null}
      {data && data.records.length === 0 ? <p className="dim">{words.record.noMembers}</p> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys of its links. */}
      <ul onKeyDown={onListKey}>
        {data?.records.map((record, index) => (
          <li key={record.id}>
            <MemberLink model={target} record={record} isStop={index === 0} />
            {columns.map((column) => (
              <span key={column.path} className="dim" data-aligned={kindOf(column.field).aligned}>
                <ShownValue
                  value={valueAt(record, column.path) as Json}
                  field={column.field}
                  record={ownerAt(record, column.path)}
                />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function MemberLink({
  model,
  record,
  isStop,
}: {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly isStop: boolean
}) {
  return (
    <a href={toUrl({ screen: 'record', model: model.name, id: record.id })} tabIndex={isStop ? undefined : -1}>
      {titleOf(model, record)}
    </a>
  )
}

/** The links of a collection are one stop of Tab: arrows go from one to the next. */
function onListKey(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li > a:first-child')]
  const at = links.findIndex((link) => link === event.target)
  const to = event.key === 'ArrowDown' ? links[at + 1] : event.key === 'ArrowUp' ? links[at - 1] : undefined
  if (!to || at < 0) return
  event.preventDefault()
  to.focus()
}
