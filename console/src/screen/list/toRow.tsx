import { toUrl } from '../../route/toUrl.ts'
import type { PendingRecord } from '../../bulk/PendingEdits.ts'
import type { GridRow } from '../../grid/Grid.tsx'
import { type Column, valueAt } from '../../meta/columns.ts'
import { type Json, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { Cell } from './Cell.tsx'
import { MarkedCell } from './MarkedCell.tsx'

/** The column that leads to the record: the title, or the first one. */
export function leadingOf(columns: readonly Column[]): Column | undefined {
  return columns.find(({ isTitle }) => isTitle) ?? columns[0]
}

/** What is special about a row. */
interface RowState {
  /** Why it is no row of the list any more. */
  readonly note: string | undefined
  /** What was edited and is not saved yet. */
  readonly edits: PendingRecord['edits'] | undefined
  /** The record as it was before somebody else changed it. */
  readonly before: RecordJson | undefined
  /** Whether it is a card, where the Tab key stops at links. */
  readonly isCard: boolean
}

/** A record as a row of the grid. What was edited and is not saved yet is shown instead of what is stored, marked. */
export function toRow(
  model: ModelMeta,
  columns: readonly Column[],
  record: RecordJson,
  { note, edits = {}, before, isCard }: RowState,
): GridRow {
  const title = titleOf(model, record)
  const link = { href: toUrl({ screen: 'record', model: model.name, id: record.id }), title }
  const leading = leadingOf(columns)
  const cells = columns.map((column) => {
    const value = valueAt(record, column.path) as Json | undefined
    const edit = edits[column.path]
    const was = before && (valueAt(before, column.path) as Json | undefined)
    const cell = (
      <Cell
        key={column.path}
        column={column}
        value={edit ? edit.shown : value}
        link={column === leading ? link : undefined}
        tabIndex={isCard ? 0 : -1}
      />
    )
    const marked = edit ? (
      <MarkedCell mark="edited" column={column} before={value}>
        {cell}
      </MarkedCell>
    ) : before && JSON.stringify(was) !== JSON.stringify(value) ? (
      <MarkedCell mark="fresh" column={column} before={was}>
        {cell}
      </MarkedCell>
    ) : (
      cell
    )
    return column === leading && note !== undefined ? (
      <>
        {marked} <span className="tag">{note}</span>
      </>
    ) : (
      marked
    )
  })
  return { id: record.id, version: record.version, title, cells, isOutside: note !== undefined }
}
