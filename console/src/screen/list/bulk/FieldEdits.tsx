import { offerOf } from '../../../field/offerOf.ts'
import { useEffect, useRef, useState } from 'react'
import { bulkFields, type Edit, newEdit } from '../../../bulk/edits.ts'
import type { Target } from '../../../bulk/Target.ts'
import type { FieldMeta, ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { PickList } from '../../../component/PickList.tsx'
import { Segments } from '../../../component/Segments.tsx'
import { codeOf } from '../../../field/codeOf.ts'
import { ValueEditor } from '../../../component/form/ValueEditor.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { useOffered } from './useOffered.ts'
import '../../../component/bulk/bulk.css'

/** The fields to change, each with what is to become of it. */
export function FieldEdits({
  model,
  target,
  edits,
  faults,
  onChange,
}: {
  readonly model: ModelMeta
  readonly target: Target
  readonly edits: readonly Edit[]
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (edits: readonly Edit[]) => void
}) {
  const { words } = useShell()
  const [isAdding, setAdding] = useState(edits.length === 0)
  const free = bulkFields(model).filter(({ name }) => !edits.some(({ field }) => field === name))
  const add = (name: string) => {
    const field = free.find((each) => each.name === name)
    setAdding(false)
    if (field) onChange([...edits, newEdit(field)])
  }
  return (
    <div className="bulk-edits">
      {edits.map((edit) => {
        const field = model.fields.find(({ name }) => name === edit.field)
        return field ? (
          <FieldEdit
            key={edit.field}
            model={model}
            target={target}
            field={field}
            edit={edit}
            fault={faults[edit.field]}
            onChange={(next) => onChange(edits.map((each) => (each === edit ? next : each)))}
            onRemove={() => {
              onChange(edits.filter((each) => each !== edit))
              if (edits.length === 1) setAdding(true)
            }}
          />
        ) : null
      })}
      {isAdding && free.length > 0 ? (
        <PickList
          label={words.bulk.field}
          picks={free.map(({ name, label }) => ({ id: name, label }))}
          find={words.bulk.field}
          clear={words.list.clear}
          none={words.criteria.noField}
          onPick={add}
        />
      ) : free.length > 0 ? (
        <Button weight="quiet" icon={<Icon name="add" />} onPress={() => setAdding(true)}>
          {words.bulk.addField}
        </Button>
      ) : null}
    </div>
  )
}

interface FieldEditProps {
  readonly model: ModelMeta
  readonly target: Target
  readonly field: FieldMeta
  readonly edit: Edit
  readonly fault: string | undefined
  readonly onChange: (edit: Edit) => void
  readonly onRemove: () => void
}

/** One field: set to a value, or cleared. Its editor has the focus as soon as it is there. */
function FieldEdit({ model, target, field, edit, fault, onChange, onRemove }: FieldEditProps) {
  const { words } = useShell()
  const offered = useOffered(model, field, target)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('.bulk-value :is(input, textarea, button)')?.focus()
  }, [])
  const isClear = edit.how === 'clear'
  const segments = [
    { id: 'set', label: words.bulk.set },
    { id: 'clear', label: words.bulk.clearValue },
  ] as const
  return (
    <div className="bulk-edit" ref={box}>
      <div className="bulk-value">
        {isClear ? (
          <div className="field">
            <span className="field-label">{field.label}</span>
            <span className="field-value dim">{words.bulk.cleared}</span>
          </div>
        ) : (
          <ValueEditor
            // A value is needed here: clearing has a button of its own.
            field={{ ...field, required: true }}
            input={edit.input}
            offered={offered}
            offer={offerOf(field.where)}
            label={field.label}
            help={field.help}
            fault={fault}
            required
            unit={codeOf(field, undefined)}
            onEdit={(input) => onChange({ ...edit, input })}
          />
        )}
      </div>
      <div className="bulk-how">
        {field.required ? null : (
          <Segments
            label={words.bulk.how(field.label)}
            segments={segments}
            value={edit.how}
            onChange={(how) => onChange({ ...edit, how })}
          />
        )}
        <Button
          weight="quiet"
          icon={<Icon name="clear" />}
          aria-label={words.bulk.removeField(field.label)}
          onPress={onRemove}
        />
      </div>
    </div>
  )
}
