import { type FormEvent, useId, useState } from 'react'
import { TabulariumError } from '@tabularium/client'
import { offerOf } from '../../field/offerOf.ts'
import { type Inputs, readForm, firstInputs } from '../../field/readForm.ts'
import { type FieldMeta, isComputed, type ModelMeta, type RecordJson } from '../../meta/ModelMeta.ts'
import { useSave } from '../../query/queries.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { Failed } from '../Failed.tsx'
import { ValueEditor } from './ValueEditor.tsx'
import './picker.css'

/** Creates the record that a picker did not find, with what it must have. The rest is filled in on its own page. */
export function NewLinked({
  model,
  text,
  onCreated,
  onClose,
}: {
  readonly model: ModelMeta
  /** What was typed into the picker: its title. */
  readonly text: string
  readonly onCreated: (record: RecordJson) => void
  readonly onClose: () => void
}) {
  const { words } = useShell()
  const form = useId()
  const { asked, inputs, faults, error, isPending, onSubmit, onEdit } = useNew(model, text, onCreated)
  return (
    <Dialog title={words.list.new(model.label)} isOpen onClose={onClose}>
      <form id={form} className="new-linked" onSubmit={onSubmit}>
        {error ? <Failed error={error} /> : null}
        {asked.map((field) => (
          <ValueEditor
            key={field.name}
            field={field}
            label={field.label}
            help={field.help}
            fault={faults[field.name]}
            required={field.required === true}
            input={inputs[field.name] ?? null}
            offer={offerOf(field.where, (name) => inputs[name])}
            onEdit={(input) => onEdit(field.name, input)}
          />
        ))}
      </form>
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.action.cancel}</Button>
        <Button type="submit" form={form} weight="primary" isDisabled={isPending}>
          {isPending ? words.record.saving : words.record.create}
        </Button>
      </div>
    </Dialog>
  )
}

/** The form of the new record: what it asks, what was typed, and what is wrong with that. */
function useNew(model: ModelMeta, text: string, onCreated: (record: RecordJson) => void) {
  const { service, words, newKey, notify } = useShell()
  const save = useSave(service)
  const errors = save.error instanceof TabulariumError ? save.error.errors : undefined
  const asked = askedOf(model, Object.keys(errors ?? {}))
  const [inputs, setInputs] = useState<Inputs>(() => ({ ...firstInputs(asked), [model.title]: text }))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  // A record that is sent again after a lost answer is the same one.
  const [key, setKey] = useState(newKey)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The form around the picker is another one.
    event.stopPropagation()
    const reading = readForm(asked, inputs, words)
    setFaults('faults' in reading ? reading.faults : {})
    if ('faults' in reading) return
    const fields = [model.title, ...(model.pick ?? [])]
    save.mutate(
      { model: model.name, id: undefined, data: reading.values, key, fields },
      {
        onSuccess: ({ record }) => {
          notify({ text: words.record.created(text) })
          onCreated(record)
        },
      },
    )
  }
  const onEdit = (name: string, input: Inputs[string]) => {
    setInputs({ ...inputs, [name]: input })
    setFaults({})
    setKey(newKey())
    save.reset()
  }
  return {
    asked,
    inputs,
    faults: { ...errors, ...faults },
    error: errors ? null : save.error,
    isPending: save.isPending,
    onSubmit,
    onEdit,
  }
}

/** The fields that a new record must have, its title, and those that the service refused. */
function askedOf({ fields, title }: ModelMeta, refused: readonly string[]): FieldMeta[] {
  const isAsked = (field: FieldMeta) =>
    field.name === title || (field.required === true && field.default === undefined) || refused.includes(field.name)
  return fields.filter((field) => !isComputed(field) && field.may?.create !== 'none' && isAsked(field))
}
