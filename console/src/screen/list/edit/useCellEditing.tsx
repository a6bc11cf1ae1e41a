import { type ReactNode, Suspense } from 'react'
import type { CellAt } from '../../../grid/nextCell.ts'
import { nextCell } from '../../../grid/nextCell.ts'
import type { Column } from '../../../meta/columns.ts'
import { isComputed, type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { offeredValues } from '../../../meta/offeredValues.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { hasArrived, useTypedAhead } from '../../../shell/useTypedAhead.ts'
import { CellEditor } from '../lazyComponents.ts'
import type { BulkEdit } from './useBulkEdit.ts'
import type { InlineEdit } from './useInlineEdit.ts'

/** Which columns of a list can be edited, the editor that is open, and how to open one. */
export function useCellEditing(
  model: ModelMeta,
  columns: readonly Column[],
  records: readonly RecordJson[],
  { edit, begin, commit, close }: InlineEdit,
  { editsOf }: BulkEdit,
) {
  const { words } = useShell()
  const { me } = useSession()
  // Who sees as somebody else changes nothing.
  const editable = me.seenBy ? [] : columns.filter((column) => isEditable(model, column))
  const onEdit = ({ row: id, column: path }: CellAt) => {
    const record = records.find((each) => each.id === id)
    const column = editable.find((each) => each.path === path)
    if (record && column) begin(record, column.field, editsOf(record.id)?.[path]?.shown)
  }
  const leave = (from: CellAt, step: 1 | -1) => {
    const ids = records.map(({ id }) => id)
    const paths = editable.map(({ path }) => path)
    const next = nextCell(from, ids, paths, step)
    if (next) onEdit(next)
  }
  useTypedAhead(edit && `${edit.row} ${edit.column}`, () => hasArrived(document.querySelector('.cell-editor')))
  const record = edit && records.find(({ id }) => id === edit.row)
  const node: ReactNode = edit && record && (
    <Suspense>
      <CellEditor
        key={`${edit.row} ${edit.column}`}
        edit={edit}
        offered={offeredValues(model, edit.field, edit.base[edit.field.name])}
        label={words.edit.edit(edit.field.label, titleOf(model, record))}
        onCommit={(input, to) =>
          void commit(input).then((isDone) => {
            if (isDone && to !== 'stay') leave(edit, to === 'next' ? 1 : -1)
          })
        }
        onCancel={close}
      />
    </Suspense>
  )
  const editor = edit && node ? { row: edit.row, column: edit.column, node } : undefined
  return { editable, editor, onEdit }
}

/** The cells of a list that can be edited, and the one that is. */
export type CellEditing = ReturnType<typeof useCellEditing>

/** Whether the values of a column can be edited in the list: its own fields that the caller may change. */
function isEditable(model: ModelMeta, { path, field }: Column): boolean {
  const isOwn = model.fields.includes(field) && path === field.name
  return isOwn && !isComputed(field) && field.type !== 'collection' && !field.secret && field.may?.update !== 'none'
}
