import { memo } from 'react'
import { type Draft, inputOf } from '../../draft/Draft.ts'
import type { Input } from '../../field/FieldKind.ts'
import { asText, kindOf } from '../../field/kinds.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta, type RecordJson } from '../../meta/ModelMeta.ts'
import { offeredValues } from '../../meta/offeredValues.ts'
import { type Changed, isForGood } from '../../meta/steps.ts'
import type { Words } from '../../i18n/Words.ts'
import { useShell } from '../../shell/Shell.tsx'
import { FieldMark } from './FieldMark.tsx'
import { formField } from './fieldPart.tsx'
import { Preview } from './Preview.tsx'
import type { RecordFieldsProps } from './RecordFields.tsx'
import { ShownValue } from '../../component/ShownValue.tsx'
import { ValueEditor } from '../../component/form/ValueEditor.tsx'

interface EditorProps {
  readonly model: ModelMeta
  readonly draft: Draft
  readonly field: FieldMeta
  readonly fault: string | undefined
  /** The value that follows from other fields while somebody types, if it does. */
  readonly preview: Json | undefined
  /** What the number is in. */
  readonly unit: string | undefined
  /** The criteria of the records to offer, as the form is now. */
  readonly offer: Json | undefined
  readonly canWrite: boolean
  readonly required: boolean
  readonly isPinned: boolean | undefined
  readonly onPin: (() => void) | undefined
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
  const { model, field, fault, canWrite, required } = now
  return (
    before.model === model &&
    before.field === field &&
    before.fault === fault &&
    before.preview === now.preview &&
    before.unit === now.unit &&
    JSON.stringify(before.offer) === JSON.stringify(now.offer) &&
    before.canWrite === canWrite &&
    before.required === required &&
    before.isPinned === now.isPinned &&
    (before.draft.base === undefined) === (now.draft.base === undefined) &&
    before.draft.base?.[field.name] === now.draft.base?.[field.name] &&
    before.draft.edits[field.name] === now.draft.edits[field.name]
  )
}

function FieldEditor(props: EditorProps) {
  const { model, draft, field, fault, preview, unit, offer, canWrite, required, onEdit } = props
  const { isPinned, onPin, onTakeBack, onWhy } = props
  const { words } = useShell()
  if (isComputed(field)) {
    const value = preview === undefined ? draft.base?.[field.name] : preview
    return <Shown field={unit === undefined ? field : { ...field, currency: unit }} value={value} record={draft.base} />
  }
  const input = inputOf(draft, field, preview)
  return (
    <>
      <ValueEditor
        field={field}
        input={input}
        offered={offeredValues(model, field, draft.base?.[field.name])}
        offer={offer}
        mayAdd
        label={field.label}
        help={helpOf(field, isForGood(model, stepTo(draft, field, input)), words)}
        fault={fault}
        required={required}
        unit={unit}
        readOnly={!canWrite}
        mark={<FieldMark {...{ field, draft, canWrite, isPinned, onPin, onTakeBack, onWhy }} />}
        onEdit={onEdit}
      />
      <Preview field={field} text={asText(input)} />
    </>
  )
}

/** What a save would do to a field of a record that is there. */
function stepTo({ base }: Draft, { name }: FieldMeta, input: Input): Changed {
  return base ? { [name]: { from: base[name] ?? null, to: typeof input === 'string' ? input : null } } : {}
}

/** The help of a field, and that its new value can't be undone. */
function helpOf({ help }: FieldMeta, isStuck: boolean, { undo }: Words): string | undefined {
  return isStuck ? [undo.forGood, help].filter((text) => text !== undefined).join(' ') : help
}

/** The editor of a field in a form. */
export function FormField({ field, form }: { readonly field: FieldMeta; readonly form: RecordFieldsProps }) {
  return <Editor {...formField(field, form)} onEdit={(input) => form.state.edit(field, input)} />
}

/** A field that follows from others: its label and its value. */
function Shown({
  field,
  value,
  record,
}: {
  readonly field: FieldMeta
  readonly value: Json | undefined
  readonly record: RecordJson | undefined
}) {
  return (
    <div className="field">
      <span className="field-label">{field.label}</span>
      <output className="field-value" data-aligned={kindOf(field).aligned}>
        <ShownValue value={value} field={field} record={record} />
      </output>
    </div>
  )
}
