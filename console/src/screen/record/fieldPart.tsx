import type { ReactNode } from 'react'
import { inputOf } from '../../draft/Draft.ts'
import { asText } from '../../field/kinds.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { ChangedMark } from './ChangedMark.tsx'
import { mayWrite, type RecordFieldsProps } from './RecordFields.tsx'

/** A field of a form that has an editor of its own, which works on the value as text. */
export interface FieldPart {
  readonly field: FieldMeta
  readonly text: string
  readonly onText: (text: string) => void
  readonly fault: string | undefined
  readonly readOnly: boolean
  readonly mark: ReactNode
}

/** The part of a form's draft that a field has. */
export function fieldPart(field: FieldMeta, { id, state, may, faults }: RecordFieldsProps): FieldPart {
  const { draft } = state
  const canWrite = mayWrite(field, id, may)
  const isChanged = canWrite && draft.base !== undefined && draft.edits[field.name] !== undefined
  return {
    field,
    fault: faults[field.name],
    readOnly: !canWrite,
    mark: isChanged ? (
      <ChangedMark field={field} base={draft.base?.[field.name]} onTakeBack={() => state.takeBack(field.name)} />
    ) : null,
    text: asText(inputOf(draft, field)),
    onText: (text) => state.edit(field, text),
  }
}
