import { Changed } from '../../component/Changed.tsx'
import { Failed } from '../../component/Failed.tsx'
import { RestoreButton } from '../../component/RestoreButton.tsx'
import { ShownValue } from '../../component/ShownValue.tsx'
import { useBringBack } from '../../component/useBringBack.ts'
import { kindOf } from '../../field/kinds.ts'
import { type LineChange, linesBetween, pastColumns } from '../../history/linesAt.ts'
import type { LinesField } from '../../meta/lines.ts'
import type { FieldMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { mayBringBack } from '../../rights/mayBringBack.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import type { PastWrites } from './usePastWrites.ts'
import './lines-compared.css'

/** The lines of a record at a version: which were added, changed or taken out since another one, when and by whom. */
export function LinesCompared({
  field,
  id,
  current,
  past,
}: {
  readonly field: LinesField
  readonly id: number
  readonly current: RecordJson | undefined
  readonly past: PastWrites
}) {
  const { words } = useShell()
  const { writes, from, until } = past
  if (writes === undefined || (current && !(field.name in current)))
    return past.isPending ? null : <p className="dim">{`${field.label}: ${words.history.unknownLines}`}</p>
  const lines = linesBetween({ field, id, writes, current }, from, until)
  if (lines.length === 0) return null
  return (
    <section className="past-lines" aria-label={field.label}>
      <h2 className="field-label">{field.label}</h2>
      <div className="past-lines-table">
        <table>
          <thead>
            <tr>
              <td />
              {pastColumns(field).map((column) => (
                <th key={column.name} scope="col" data-aligned={kindOf(column).aligned}>
                  {column.label}
                </th>
              ))}
              <th scope="col">{words.history.by}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.id} field={field} line={line} isOfRecord={current !== undefined} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const signs = { added: '+', removed: '−', changed: '●' } as const

/** What became of a line; undefined where it is as it was. */
function stateOf({ before, now, columns }: LineChange): keyof typeof signs | undefined {
  if (!before) return 'added'
  if (!now) return 'removed'
  return columns.size > 0 ? 'changed' : undefined
}

function Line({
  field,
  line,
  isOfRecord,
}: {
  readonly field: LinesField
  readonly line: LineChange
  /** Whether the record is there, so that a line can be brought back alone. */
  readonly isOfRecord: boolean
}) {
  const { words, formats } = useShell()
  const state = stateOf(line)
  const { write, newest } = line
  const isGone = isOfRecord && state === 'removed' && newest?.operation === 'delete'
  return (
    <tr data-line={line.id} data-state={state}>
      <td className="past-line-sign">
        {state ? (
          <>
            <span aria-hidden="true">{signs[state]}</span>
            <span className="visually-hidden">{words.lines[state]}</span>
          </>
        ) : null}
      </td>
      {pastColumns(field).map((column) => (
        <td key={column.name} data-column={column.name} data-aligned={kindOf(column).aligned}>
          <Cell column={column} line={line} />
        </td>
      ))}
      <td>
        {state && write ? (
          <span className="past-line-by">
            {write.by?.username ?? words.value.somebody}, {formats.dateTime(write.on)}
          </span>
        ) : null}
        {isGone ? <BringBack field={field} line={line} version={newest.version} /> : null}
      </td>
    </tr>
  )
}

function Cell({ column, line: { before, now, columns } }: { readonly column: FieldMeta; readonly line: LineChange }) {
  if (columns.has(column.name)) return <Changed field={column} before={before} now={now} />
  const values = now ?? before
  const value = values?.[column.name] ?? null
  if (value === null) return null
  const shown = <ShownValue value={value} field={column} record={{ ...values, id: 0, version: 0 }} />
  return now ? shown : <del>{shown}</del>
}

/** Brings back a line that was taken out. */
function BringBack({
  field: {
    lines: { target },
  },
  line: { id },
  version,
}: {
  readonly field: LinesField
  readonly line: LineChange
  readonly version: number
}) {
  const { words, notify } = useShell()
  const { me } = useSession()
  const { bringBack, error, isPending } = useBringBack(target, () => notify({ text: words.lines.isBack }))
  return (
    <>
      <RestoreButton
        small
        model={target}
        label={words.lines.bringBack}
        mayRestore={mayBringBack(target, me.admin)}
        isDisabled={isPending}
        onPress={() => bringBack({ id, version, toVersion: version - 1 })}
      />
      {error ? <Failed error={error} /> : null}
    </>
  )
}
