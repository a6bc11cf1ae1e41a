import { Fragment, type ReactNode } from 'react'
import { toUrl } from '../../route/toUrl.ts'
import type { PendingEdit, PendingRecord } from '../../bulk/PendingEdits.ts'
import type { FoundColor } from '../../component/color/useColors.ts'
import { faultWords } from '../../field/faultWords.ts'
import { asText } from '../../field/kinds.ts'
import type { Words } from '../../i18n/Words.ts'
import type { GridRow } from '../../grid/GridProps.ts'
import { type Column, valueAt } from '../../meta/columns.ts'
import { type FieldMeta, type Json, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { jobModel } from '../../meta/ownModels.ts'
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
  /** What says that it is archived. */
  readonly archived: string | undefined
  /** What was edited and is not saved yet. */
  readonly edits: PendingRecord['edits'] | undefined
  /** The record as it was before somebody else changed it. */
  readonly before: RecordJson | undefined
  readonly words: Words
  /** The colour of the record, or of one of its cells, by a condition of its view. */
  readonly color: FoundColor | undefined
  /** Whether it is a card, where the Tab key stops at links. */
  readonly isCard: boolean
}

/** A record as a row of the grid. What was edited and is not saved yet is shown instead of what is stored, marked. */
export function toRow(
  model: ModelMeta,
  columns: readonly Column[],
  record: RecordJson,
  { note, archived, edits = {}, before, color, isCard, words }: RowState,
): GridRow {
  const title = titleOf(model, record)
  const link = {
    href: toUrl({ screen: 'record', model: model.name, id: record.id }),
    title,
    isInWords: model.name === jobModel,
  }
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
        record={record}
        link={column === leading ? link : undefined}
        isAgo={model.name === jobModel && column.field.type === 'dateTime'}
        tabIndex={isCard ? 0 : -1}
      />
    )
    const why = edit && faultOf(edit, column.field, model, words)
    const marked = edit ? (
      <MarkedCell
        mark={why === undefined ? 'edited' : 'faulty'}
        column={column}
        before={value}
        record={record}
        why={why}
      >
        {edit.misfit === undefined ? cell : asText(edit.shown)}
      </MarkedCell>
    ) : before && JSON.stringify(was) !== JSON.stringify(value) ? (
      <MarkedCell mark="fresh" column={column} before={was} record={before}>
        {cell}
      </MarkedCell>
    ) : (
      cell
    )
    const tag = column === leading ? (note ?? archived) : undefined
    return decorate(marked, column, tag, color)
  })
  return {
    id: record.id,
    version: record.version,
    title,
    cells,
    isOutside: note !== undefined,
    ...(color?.on === 'row' ? { color: color.color } : {}),
  }
}

/** What is wrong with an edit: what was pasted is no value, or the service has refused it. */
function faultOf(
  { misfit, refusal, shown }: PendingEdit,
  field: FieldMeta,
  model: ModelMeta,
  words: Words,
): string | undefined {
  if (misfit !== undefined) return words.paste.misfit(asText(shown), misfit)
  return refusal === undefined ? undefined : faultWords(refusal, field, model, words)
}

/** A cell with what else is to be said of it: that the record is archived, or the colour of a condition. */
function decorate(
  cell: ReactNode,
  { path }: Column,
  tag: string | undefined,
  color: FoundColor | undefined,
): ReactNode {
  if (tag !== undefined)
    return (
      <Fragment key={path}>
        {cell} <span className="tag">{tag}</span>
      </Fragment>
    )
  if (!color || color.on === 'row' || color.field !== path) return cell
  return (
    <span key={path} className="list-colored" data-color={color.color} data-on={color.on}>
      {cell}
    </span>
  )
}
