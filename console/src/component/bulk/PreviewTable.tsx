import { useState } from 'react'
import { toUrl } from '../../route/toUrl.ts'
import { mostRows, type Outcome, type Preview, type Row, rowsOf } from '../../bulk/Preview.ts'
import { showValue } from '../../field/kinds.ts'
import { type FieldMeta, type Json, manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Segments } from '../Segments.tsx'
import { faultWords } from '../../field/faultWords.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { FinalNote } from './StepNotes.tsx'

/** How many records are listed at once. */
const step = 100

/** What a bulk change would do to each record: before and after, those that stay, and those that are refused. */
export function PreviewTable({
  model,
  preview,
  isDelete,
}: {
  readonly model: ModelMeta
  readonly preview: Preview
  readonly isDelete: boolean
}) {
  const { words } = useShell()
  const [filter, setFilter] = useState<Outcome | 'all'>('all')
  const [shown, setShown] = useState(step)
  const rows = rowsOf(preview, filter === 'all' ? undefined : filter)
  const outcomes = (['changed', 'same', 'refused'] as const).filter((each) => preview.counts[each] > 0)
  const labelOf = (outcome: Outcome) =>
    isDelete && outcome === 'changed'
      ? words.bulk.goes(preview.counts.changed)
      : words.bulk.outcomes[outcome](preview.counts[outcome])
  const segments = [
    { id: 'all' as const, label: words.bulk.all(preview.tried) },
    ...outcomes.map((id) => ({ id, label: labelOf(id) })),
  ]
  return (
    <div className="bulk-preview">
      {isDelete ? null : <FinalNote model={model} preview={preview} />}
      {outcomes.length > 1 ? (
        <Segments label={words.bulk.filters} segments={segments} value={filter} onChange={setFilter} />
      ) : null}
      {preview.tried > mostRows ? <p className="dim">{words.bulk.listed(preview.rows.length, preview.tried)}</p> : null}
      <table className="bulk-table" aria-label={words.bulk.table}>
        <thead>
          <tr>
            <th scope="col">{words.bulk.record}</th>
            {isDelete ? (
              <th scope="col">{words.bulk.filters}</th>
            ) : (
              [words.bulk.fieldColumn, words.bulk.before, words.bulk.after].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))
            )}
          </tr>
        </thead>
        {rows.slice(0, shown).map((row) => (
          <tbody key={row.id}>
            <RowLines model={model} row={row} isDelete={isDelete} />
          </tbody>
        ))}
      </table>
      {rows.length > shown ? (
        <Button weight="quiet" onPress={() => setShown(shown + step)}>
          {words.bulk.more(Math.min(step, rows.length - shown))}
        </Button>
      ) : null}
    </div>
  )
}

function RowLines({
  model,
  row,
  isDelete,
}: {
  readonly model: ModelMeta
  readonly row: Row
  readonly isDelete: boolean
}) {
  const { words } = useShell()
  const reasonsOf = useReasons(model)
  const fields = Object.keys(row.changes)
  const title = (
    <th scope="rowgroup" rowSpan={Math.max(1, fields.length)}>
      <a href={toUrl({ screen: 'record', model: model.name, id: row.id })} target="_blank" rel="noreferrer">
        {row.title}
      </a>
    </th>
  )
  if (row.outcome === 'refused' || fields.length === 0) {
    const text = row.outcome === 'refused' ? reasonsOf(row) : isDelete ? words.bulk.goes(1) : words.bulk.has
    return (
      <tr data-outcome={row.outcome}>
        {title}
        <td colSpan={isDelete ? 1 : 3}>{row.outcome === 'changed' && !isDelete ? words.bulk.hidden : text}</td>
      </tr>
    )
  }
  return fields.map((name, index) => {
    const field = model.fields.find((each) => each.name === name)
    const { from, to, secret } = row.changes[name] ?? {}
    return (
      <tr key={name} data-outcome={row.outcome}>
        {index === 0 ? title : null}
        <td>{field?.label ?? name}</td>
        <td className="bulk-before">{secret ? words.bulk.secret : <Value field={field} value={from} />}</td>
        <td className="bulk-after">{secret ? words.bulk.secret : <Value field={field} value={to} />}</td>
      </tr>
    )
  })
}

function Value({ field, value }: { readonly field: FieldMeta | undefined; readonly value: Json | undefined }) {
  const { words, formats } = useShell()
  if (value === undefined) return <span className="dim">{words.bulk.hidden}</span>
  return field ? showValue(value, field, formats) : null
}

/** Why a record is refused, in the labels of fields, values and models. */
function useReasons(model: ModelMeta): (row: Row) => string {
  const { words } = useShell()
  const { find } = useSession()
  const referrerOf = (path: string) => {
    const end = path.lastIndexOf('.')
    const those = find(path.slice(0, end))
    const field = those?.fields.find(({ name }) => name === path.slice(end + 1))
    return those && field ? `${manyOf(those)} › ${field.label}` : undefined
  }
  const reasonOf = ({ field: name, message, referrers }: Row['reasons'][number]) => {
    const known = referrers?.flatMap((path) => referrerOf(path) ?? []) ?? []
    if (known.length > 0 && known.length === referrers?.length) return words.refusal.referredBy(known.join(', '))
    const field = model.fields.find((each) => each.name === name)
    const label = field?.label ?? name
    return label === undefined ? message : `${label} ${faultWords(message, field, model, words)}`
  }
  return ({ reasons }) => reasons.map(reasonOf).join('; ')
}
