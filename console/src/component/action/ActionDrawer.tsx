import { TabulariumError } from '@tabularium/client'
import { type FormEvent, useState } from 'react'
import { type Inputs, firstInputs, readForm } from '../../field/readForm.ts'
import type { OfferedAction } from '../../meta/ActionMeta.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Drawer } from '../Drawer.tsx'
import { Notice } from '../Notice.tsx'
import { useAct } from '../../query/actionQueries.ts'
import type { Acted } from '../../service/ActionsService.ts'
import { Failed } from '../Failed.tsx'
import { ValueEditor } from '../form/ValueEditor.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { Given } from './Given.tsx'
import './action.css'

const form = 'action-form'

/** Runs an action on records: a form of what else it takes, what it would do, and what it did. */
export function ActionDrawer({
  offered: { action, subject, asked },
  about,
  value,
  onClose,
  onDone,
}: {
  readonly offered: OfferedAction
  /** The records in words. */
  readonly about?: string
  /** The records, as the field of the action takes them. */
  readonly value?: Json
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { service, words, newKey, notify, undo } = useShell()
  const [inputs, setInputs] = useState<Inputs>(() => firstInputs(asked))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  // A run that is sent again after a lost answer is the same one.
  const [key, setKey] = useState(newKey)
  const { mutate, data: acted, error, variables, isPending, reset } = useAct(service, action.name)
  const isTried = acted !== undefined && variables?.key === undefined
  const isDone = acted !== undefined && !isTried
  const shown = { ...faults, ...faultsOf(error) }
  const edit = (name: string, input: Json) => {
    setInputs({ ...inputs, [name]: input })
    setKey(newKey())
    setFaults({})
    reset()
  }
  const end = ({ changeSet }: Acted) => {
    const text = words.act.done(action.label)
    notify(
      changeSet !== undefined && action.undo ? { text, undo: () => undo({ is: 'sets', ids: [changeSet] }) } : { text },
    )
    onDone()
  }
  const send = (isDry: boolean) => {
    const reading = readForm(asked, inputs, words)
    setFaults('faults' in reading ? reading.faults : {})
    if ('faults' in reading) return
    const data = { ...reading.values, ...(subject && value !== undefined ? { [subject.name]: value } : {}) }
    if (isDry) mutate({ data })
    else mutate({ data, key }, { onSuccess: (did) => (action.gives.length === 0 ? end(did) : undefined) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    send(false)
  }
  return (
    <Drawer
      title={action.label}
      close={words.act.cancel}
      isOpen
      isBusy={isPending}
      onClose={isDone ? () => end(acted) : onClose}
      footer={
        isDone ? (
          <Button weight="primary" onPress={() => end(acted)}>
            {words.act.close}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{words.act.cancel}</Button>
            <Button isDisabled={isPending} onPress={() => send(true)}>
              {words.act.check}
            </Button>
            <Button type="submit" form={form} weight="primary" isDisabled={isPending}>
              {isPending ? words.act.running : action.label}
            </Button>
          </>
        )
      }
    >
      <form id={form} className="act" onSubmit={submit} noValidate>
        {action.help ? <p className="dim">{action.help}</p> : null}
        {subject ? (
          <dl className="act-about">
            <dt>{subject.label}</dt>
            <dd>{about}</dd>
            {shown[subject.name] ? <dd className="act-fault">{shown[subject.name]}</dd> : null}
          </dl>
        ) : null}
        {error ? <Failed error={error} title={words.act.refused} /> : null}
        {isTried ? (
          <Notice tone="good" icon="check">
            {words.act.wouldWork}
          </Notice>
        ) : null}
        {isDone ? (
          <Notice tone="good" icon="check">
            {words.act.done(action.label)}
          </Notice>
        ) : (
          asked.map((field) => (
            <ValueEditor
              key={field.name}
              field={field}
              label={field.label}
              help={field.help}
              fault={shown[field.name]}
              required={field.required === true && field.default === undefined}
              input={inputs[field.name] ?? null}
              onEdit={(input) => edit(field.name, input)}
            />
          ))
        )}
        {acted ? <Given fields={action.gives} given={acted.given} /> : null}
      </form>
    </Drawer>
  )
}

/** What the service says of fields. */
function faultsOf(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof TabulariumError ? (error.errors ?? {}) : {}
}
