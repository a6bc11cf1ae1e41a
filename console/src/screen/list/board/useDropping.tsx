import { type ReactNode, Suspense, useState } from 'react'
import { type BoardColumn, keyOf } from '../../../board/BoardColumn.ts'
import { toSent } from '../../../field/toSent.ts'
import type { Drop } from '../../../board/dropOf.ts'
import type { PendingEdits } from '../../../bulk/PendingEdits.ts'
import { toValue } from '../../../component/action/toValue.ts'
import { RunAction } from '../../../component/lazyComponents.ts'
import type { OfferedAction } from '../../../meta/ActionMeta.ts'
import { type FieldMeta, type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { BulkEditDrawer } from '../lazyComponents.ts'
import type { BoardMoves } from './useMoves.ts'

/** What a drop opened: an action that leads there, or the preview of a move of several cards. */
type Opened =
  | { readonly is: 'action'; readonly offered: OfferedAction; readonly records: readonly RecordJson[] }
  | { readonly is: 'bulk'; readonly pending: PendingEdits }

/** Drops cards in a column: one is written at once, several by the bulk change, and an action is run instead. */
export function useDropping(
  model: ModelMeta,
  field: FieldMeta,
  { move, endUndo }: BoardMoves,
  onDone: () => void,
): {
  readonly dropAt: (all: readonly RecordJson[], column: BoardColumn, drop: Drop) => void
  readonly shown: ReactNode
} {
  const { words } = useShell()
  const [opened, setOpened] = useState<Opened | undefined>()
  const close = () => setOpened(undefined)
  const done = () => {
    // The last thing that was done is not a move of this board any more.
    endUndo()
    close()
    onDone()
  }
  const dropAt = (all: readonly RecordJson[], column: BoardColumn, drop: Drop) => {
    const records = all.filter((record) => keyOf(record[field.name]) !== column.key)
    const [first] = records
    if (!first || drop.is === 'same' || drop.is === 'cannot') return
    if (drop.is === 'run') return setOpened({ is: 'action', offered: drop.offered, records })
    if (records.length === 1) return void move(first, column)
    const edits = { [field.name]: { value: toSent(column.value), shown: column.value } }
    setOpened({ is: 'bulk', pending: new Map(records.map((base) => [base.id, { base, edits }])) })
  }
  const aboutOf = (records: readonly RecordJson[]) => {
    const [first] = records
    return first && records.length === 1 ? titleOf(model, first) : words.bulk.selected(records.length, model)
  }
  const shown = opened ? (
    <Suspense>
      {opened.is === 'bulk' ? (
        <BulkEditDrawer model={model} pending={opened.pending} isSave onClose={close} onPart={endUndo} onSaved={done} />
      ) : (
        <RunAction
          offered={opened.offered}
          about={aboutOf(opened.records)}
          value={toValue(opened.offered, opened.records)}
          titles={opened.records.map((record) => titleOf(model, record))}
          onClose={close}
          onDone={done}
        />
      )}
    </Suspense>
  ) : null
  return { dropAt, shown }
}
