import type { ReactNode } from 'react'
import { showValue } from '../../field/kinds.ts'
import { type Column, ownerAt } from '../../meta/columns.ts'
import type { Json, RecordJson } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** Why a value of a list is marked: it is not saved yet, it can't be saved, or somebody else has just changed it. */
export type Mark = 'edited' | 'fresh' | 'faulty'

/** A value of a list with a mark, which says what it is in the service, or was before. */
export function MarkedCell({
  mark,
  column,
  before,
  record,
  why,
  children,
}: {
  readonly mark: Mark
  readonly column: Column
  readonly before: Json | undefined
  /** The record that had it. */
  readonly record: RecordJson
  /** What is wrong with it. */
  readonly why?: string | undefined
  readonly children: ReactNode
}) {
  const { words, formats } = useShell()
  const shown = showValue(before, column.field, formats, ownerAt(record, column.path))
  const was = why ?? (mark === 'edited' ? words.bulkEdit.changed(shown) : words.live.was(shown))
  return (
    <span className="cell-marked" data-mark={mark} title={was}>
      {children}
      {mark !== 'fresh' ? <span className="cell-dot" aria-hidden="true" /> : null}
      <span className="visually-hidden">{was}</span>
    </span>
  )
}
