import type { ReactNode } from 'react'
import { showValue } from '../../field/kinds.ts'
import type { Column } from '../../meta/columns.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { useShell } from '../Shell.tsx'

/** A value that somebody else has changed since the list was shown, with what it was before. */
export function FreshCell({
  column,
  before,
  children,
}: {
  readonly column: Column
  readonly before: Json | undefined
  readonly children: ReactNode
}) {
  const { words, formats } = useShell()
  const was = words.live.was(showValue(before, column.field, formats))
  return (
    <span className="cell-fresh" title={was}>
      {children}
      <span className="visually-hidden">{was}</span>
    </span>
  )
}
