import type { ReactNode } from 'react'
import { inputOf } from '../../draft/Draft.ts'
import { asText } from '../../field/kinds.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { FieldMark } from './FieldMark.tsx'
import { isPinnable } from './usePins.ts'
import { mayWrite } from './mayWrite.ts'
import type { RecordFieldsProps } from './RecordFields.tsx'

/** A field of a form that has an editor of its own, which works on the value as text. */
export interface FieldPart {
  readonly field: FieldMeta
  readonly text: string
  readonly onText: (text: string) => void
  readonly fault: string | undefined
  readonly readOnly: boolean
  readonly mark: ReactNode
}

/** What every editor of a form gets for its field. */
export function formField(field: FieldMeta, form: RecordFieldsProps) {
  const { model, id, state, faults, preview, conditions, pins, onWhy } = form
  return {
    model,
    field,
    draft: state.draft,
    fault: faults[field.name],
    preview: preview?.[field.name],
    unit: unitOf(field, form),
    offer: conditions?.offers[field.name],
    canWrite: mayWrite(field, form),
    required: field.required === true || (conditions?.demanded.has(field.name) ?? false),
    isPinned: pins?.names.includes(field.name),
    onPin: pins && id === undefined && isPinnable(field) ? () => pins.toggle(field.name) : undefined,
    onTakeBack: () => state.takeBack(field.name),
    onWhy: () => onWhy({ action: id === undefined ? 'create' : 'update', field }),
  }
}

/** The currency of an amount, as the form has it now. */
function unitOf({ currency }: FieldMeta, { model, state, preview }: RecordFieldsProps): string | undefined {
  if (typeof currency !== 'object') return currency
  const field = model.fields.find(({ name }) => name === currency.field)
  const code = field && inputOf(state.draft, field, preview?.[field.name])
  return typeof code === 'string' && code !== '' ? code : undefined
}

/** The part of a form's draft that a field has. */
export function fieldPart(field: FieldMeta, form: RecordFieldsProps): FieldPart {
  const { fault, preview, unit: _unit, offer: _offer, required: _required, ...marked } = formField(field, form)
  return {
    field,
    fault,
    readOnly: !marked.canWrite,
    mark: <FieldMark {...marked} isStop />,
    text: asText(inputOf(marked.draft, field, preview)),
    onText: (text) => form.state.edit(field, text),
  }
}
