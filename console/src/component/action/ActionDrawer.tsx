import { offerOf } from '../../field/offerOf.ts'
import type { FormEvent } from 'react'
import type { OfferedAction } from '../../meta/ActionMeta.ts'
import type { FieldMeta, Json } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { Drawer } from '../Drawer.tsx'
import { Notice } from '../Notice.tsx'
import { ValueEditor } from '../form/ValueEditor.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { Given } from './Given.tsx'
import { OtherFailure, Refusal } from './Refusal.tsx'
import { type ActionRun, useActionRun } from './useActionRun.ts'
import './action.css'

const form = 'action-form'

/** An action that is to be run, and for which records. */
export interface ActionProps {
  readonly offered: OfferedAction
  /** The records in words. */
  readonly about?: string
  /** The records, as the field of the action takes them. */
  readonly value?: Json
  /** The titles of the records, in their order. */
  readonly titles?: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Runs an action on records: a form of what else it takes, what it would do, and what it did. */
export function ActionDrawer({ offered, about, value, titles = [], onClose, onDone }: ActionProps) {
  const { words } = useShell()
  const { action, subject, asked } = offered
  const run = useActionRun(offered, value, onDone)
  const { acted, error, faults } = run
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    run.send(false)
  }
  return (
    <Drawer
      title={action.label}
      close={words.action.cancel}
      isOpen
      isBusy={run.isPending}
      onClose={run.isDone ? run.end : onClose}
      footer={<ActionFooter label={action.label} run={run} onClose={onClose} />}
    >
      <form id={form} className="act" onSubmit={submit} noValidate>
        {action.help ? <p className="dim">{action.help}</p> : null}
        {subject ? (
          <dl className="act-about">
            <dt>{subject.label}</dt>
            <dd>{about}</dd>
            {faultsOf(subject.name, faults, titles).map((fault) => (
              <dd key={fault} className="act-fault">
                {fault}
              </dd>
            ))}
          </dl>
        ) : null}
        <OtherFailure error={error} />
        {acted ? (
          <Notice tone="good" icon="check">
            {run.isDone ? words.action.done(action.label) : words.action.wouldWork}
          </Notice>
        ) : null}
        {run.isDone ? null : asked.map((field) => <ActionInput key={field.name} field={field} run={run} />)}
        {acted ? <Given fields={action.gives} given={acted.given} /> : null}
      </form>
    </Drawer>
  )
}

/** What is wrong with the records together, and with each of them by its title. */
export function faultsOf(
  subject: string,
  faults: Readonly<Record<string, string>>,
  titles: readonly string[],
): string[] {
  const ofAll = faults[subject] ? [faults[subject]] : []
  const ofEach = titles.flatMap((title, index) => {
    const fault = faults[`${subject}.${index}`]
    return fault ? [`${title}: ${fault}`] : []
  })
  return [...ofAll, ...ofEach]
}

function ActionFooter({
  label,
  run,
  onClose,
}: {
  readonly label: string
  readonly run: ActionRun
  readonly onClose: () => void
}) {
  const { words } = useShell()
  if (run.isDone)
    return (
      <Button weight="primary" onPress={run.end}>
        {words.action.close}
      </Button>
    )
  return (
    <>
      <Refusal label={label} error={run.error} />
      <Button onPress={onClose}>{words.action.cancel}</Button>
      <Button isDisabled={run.isPending} onPress={() => run.send(true)}>
        {words.action.check}
      </Button>
      <Button type="submit" form={form} weight="primary" isDisabled={run.isPending}>
        {run.isPending ? words.action.running : label}
      </Button>
    </>
  )
}

function ActionInput({ field, run }: { readonly field: FieldMeta; readonly run: ActionRun }) {
  return (
    <ValueEditor
      field={field}
      label={field.label}
      help={field.help}
      fault={run.faults[field.name]}
      required={field.required === true && field.default === undefined}
      input={run.inputs[field.name] ?? null}
      offer={offerOf(field.where, run.valueOf)}
      onEdit={(input) => run.edit(field.name, input)}
    />
  )
}
