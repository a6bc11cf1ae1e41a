import type { ReactNode } from 'react'
import { showValue } from '../../field/kinds.ts'
import type { Column } from '../../meta/columns.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** Why a value of a list is marked: it is edited and not saved yet, or somebody else has just changed it. */
export type Mark = 'edited' | 'fresh'

/** A value of a list with a mark, which says what it is in the service, or was before. */
export function MarkedCell({
  mark,
  column,
  before,
  children,
}: {
  readonly mark: Mark
  readonly column: Column
  readonly before: Json | undefined
  readonly children: ReactNode
}) {
  const { words, formats } = useShell()
  const shown = showValue(before, column.field, formats)
  const was = mark === 'edited' ? words.bulkEdit.changed(shown) : words.live.was(shown)
  return (
    <span className="cell-marked" data-mark={mark} title={was}>
      {children}
      {mark === 'edited' ? <span className="cell-dot" aria-hidden="true" /> : null}
      <span className="visually-hidden">{was}</span>
    </span>
  )
}
