import { toUrl } from '../../route/toUrl.ts'
import type { SetRecord, WentBack } from '../../bulk/ChangeSet.ts'
import { showValue } from '../../field/kinds.ts'
import { type FieldMeta, isJournaled, type Json, type ModelMeta } from '../../meta/ModelMeta.ts'
import type { Change } from '../../history/Entry.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useRecordTitles } from '../../shell/useRecordTitles.ts'
import '../../component/bulk/bulk.css'

/** The records of a change set, each with the fields that it changed: before and after, or now and after an undo. */
export function SetRecords({
  records,
  back,
}: {
  readonly records: readonly SetRecord[]
  /** What goes back: then the values stand the other way round. */
  readonly back?: readonly WentBack[]
}) {
  const { words } = useShell()
  const { find } = useSession()
  const titleOf = useRecordTitles(records)
  const heads = back ? [words.undo.now, words.undo.later] : [words.bulk.before, words.bulk.after]
  const operationOf = (record: SetRecord) => {
    const way = back?.find(({ model, id }) => model === record.model && id === record.id)
    return way ? words.undo.back[way.operation] : words.changes.operations[record.operation]
  }
  return (
    <table className="bulk-table" aria-label={back ? words.undo.table : words.changes.table}>
      <thead>
        <tr>
          {[words.bulk.record, words.bulk.fieldColumn, ...heads].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {records.map((record) => {
        const { model, id, version } = record
        const known = find(model)
        return (
          <tbody key={`${model} ${id} ${version}`}>
            <Lines
              record={record}
              model={known}
              title={titleOf(record)}
              operation={operationOf(record)}
              isBack={back !== undefined}
            />
          </tbody>
        )
      })}
    </table>
  )
}

function Lines({
  record: { id, version, changes, operation: kind },
  model,
  title,
  operation,
  isBack,
}: {
  readonly record: SetRecord
  readonly model: ModelMeta | undefined
  readonly title: string
  readonly operation: string
  readonly isBack: boolean
}) {
  const fields = (model?.fields ?? []).filter((field) => changes[field.name] && isJournaled(field))
  // Of a record that came or went, its values say less than that it did.
  const shown = kind === 'update' || kind === 'restore' ? fields : []
  const route = { screen: 'history', model: model?.name ?? '', id, at: version, with: undefined } as const
  const head = (
    <th scope="rowgroup" rowSpan={Math.max(1, shown.length)}>
      <a href={toUrl(route)}>{title}</a>
      <p className="dim">{model?.label}</p>
    </th>
  )
  if (shown.length === 0)
    return (
      <tr>
        {head}
        <td colSpan={3}>{operation}</td>
      </tr>
    )
  return shown.map((field, index) => {
    const change: Change = changes[field.name] ?? {}
    const [left, right] = isBack ? [change.to, change.from] : [change.from, change.to]
    return (
      <tr key={field.name}>
        {index === 0 ? head : null}
        <td>{field.label}</td>
        <td className="bulk-before">
          <Value field={field} value={left} isSecret={change.secret === true} />
        </td>
        <td className="bulk-after">
          <Value field={field} value={right} isSecret={change.secret === true} />
        </td>
      </tr>
    )
  })
}

function Value({
  field,
  value,
  isSecret,
}: {
  readonly field: FieldMeta
  readonly value: Json | undefined
  readonly isSecret: boolean
}) {
  const { words, formats } = useShell()
  return isSecret ? words.bulk.secret : showValue(value ?? null, field, formats)
}
