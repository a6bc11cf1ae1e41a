import type { ReactNode } from 'react'
import { showValue } from '../../../field/kinds.ts'
import type { Column } from '../../../meta/columns.ts'
import type { Json } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../Shell.tsx'

/** A value that was edited and is not saved yet, with a mark that says what is stored. */
export function ChangedCell({
  column,
  before,
  cell,
}: {
  readonly column: Column
  readonly before: Json | undefined
  readonly cell: ReactNode
}) {
  const { words, formats } = useShell()
  const was = words.many.changed(showValue(before, column.field, formats))
  return (
    <span className="cell-changed" title={was}>
      {cell}
      <span className="cell-dot" aria-hidden="true" />
      <span className="visually-hidden">{was}</span>
    </span>
  )
}
