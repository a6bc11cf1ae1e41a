import { memo } from 'react'
import { type Draft, inputOf } from '../../draft/Draft.ts'
import type { Input } from '../../field/FieldKind.ts'
import { asText, showValue } from '../../field/kinds.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta } from '../../meta/ModelMeta.ts'
import { offeredValues } from '../../meta/offeredValues.ts'
import { useShell } from '../../shell/Shell.tsx'
import { FieldMark } from './FieldMark.tsx'
import { formField } from './fieldPart.tsx'
import { Preview } from './Preview.tsx'
import type { RecordFieldsProps } from './RecordFields.tsx'
import { ValueEditor } from '../../component/form/ValueEditor.tsx'

interface EditorProps {
  readonly model: ModelMeta
  readonly draft: Draft
  readonly field: FieldMeta
  readonly fault: string | undefined
  readonly canWrite: boolean
  /** These work on the draft of the moment, so that older ones do the same. */
  readonly onEdit: (input: Input) => void
  readonly onTakeBack: () => void
  readonly onWhy: () => void
}

/**
 * A field of a form with its marks: that it was changed, or that it may not be. What nobody fills in is shown as it is.
 * It is drawn again if its own value changed, and not with every letter that goes into another field.
 */
export const Editor = memo(FieldEditor, isSameEditor)

function isSameEditor(before: EditorProps, now: EditorProps): boolean {
  const { model, field, fault, canWrite } = now
  return (
    before.model === model &&
    before.field === field &&
    before.fault === fault &&
    before.canWrite === canWrite &&
    (before.draft.base === undefined) === (now.draft.base === undefined) &&
    before.draft.base?.[field.name] === now.draft.base?.[field.name] &&
    before.draft.edits[field.name] === now.draft.edits[field.name]
  )
}

function FieldEditor({ model, draft, field, fault, canWrite, onEdit, onTakeBack, onWhy }: EditorProps) {
  if (isComputed(field)) return <Shown field={field} value={draft.base?.[field.name]} />
  const input = inputOf(draft, field)
  return (
    <>
      <ValueEditor
        field={field}
        input={input}
        offered={offeredValues(model, field, draft.base?.[field.name])}
        label={field.label}
        help={field.help}
        fault={fault}
        required={field.required}
        readOnly={!canWrite}
        mark={<FieldMark field={field} draft={draft} canWrite={canWrite} onTakeBack={onTakeBack} onWhy={onWhy} />}
        onEdit={onEdit}
      />
      <Preview field={field} text={asText(input)} />
    </>
  )
}

/** The editor of a field in a form. */
export function FormField({ field, form }: { readonly field: FieldMeta; readonly form: RecordFieldsProps }) {
  return <Editor {...formField(field, form)} onEdit={(input) => form.state.edit(field, input)} />
}

/** A field that follows from others: its label and its value. */
function Shown({ field, value }: { readonly field: FieldMeta; readonly value: Json | undefined }) {
  const { formats } = useShell()
  return (
    <div className="field">
      <span className="field-label">{field.label}</span>
      <output className="field-value">{showValue(value, field, formats)}</output>
    </div>
  )
}
