import { TabulariumError } from '@tabularium/client'
import { useState } from 'react'
import { kindOf } from '../../field/kinds.ts'
import { firstInputs, type Inputs, readForm } from '../../field/readForm.ts'
import type { ActionMeta, OfferedAction } from '../../meta/ActionMeta.ts'
import type { Json } from '../../meta/ModelMeta.ts'
import { useAct } from '../../query/actionQueries.ts'
import type { Acted } from '../../service/ActionsService.ts'
import { useShell } from '../../shell/Shell.tsx'

/** A run of an action: its form, its dry run, and what it did. `value` is the records that it is about. */
export function useActionRun({ action, subject, asked }: OfferedAction, value: Json | undefined, onDone: () => void) {
  const { service, words, newKey, notify, undo } = useShell()
  const [inputs, setInputs] = useState<Inputs>(() => firstInputs(asked))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  // A run that is sent again after a lost answer is the same one.
  const [key, setKey] = useState(newKey)
  const { mutate, data: acted, error, variables, isPending, reset } = useAct(service, action.name)
  const isDone = acted !== undefined && variables?.key !== undefined
  const edit = (name: string, input: Json) => {
    setInputs({ ...inputs, [name]: input })
    setKey(newKey())
    setFaults({})
    reset()
  }
  const valueOf = (name: string) => {
    const field = asked.find((each) => each.name === name)
    const reading = field && kindOf(field).read(inputs[name] ?? null, field, words)
    return reading && 'value' in reading ? reading.value : undefined
  }
  const endWith = ({ changeSet }: Acted) => {
    const text = words.action.done(action.label)
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
    else mutate({ data, key }, { onSuccess: (did) => (tellsNothing(action) ? endWith(did) : undefined) })
  }
  const end = () => {
    if (acted) endWith(acted)
  }
  return {
    inputs,
    faults: { ...faults, ...faultsOf(error) },
    acted,
    error,
    isPending,
    isDone,
    valueOf,
    edit,
    send,
    end,
  }
}

/** A run of an action, as far as it has come. */
export type ActionRun = ReturnType<typeof useActionRun>

/** Whether what an action gives is nothing, or the record itself, which is on the screen. */
function tellsNothing({ gives, on, many }: ActionMeta): boolean {
  return gives.every(({ type, target }) => !many && type === 'reference' && on !== undefined && target === on)
}

/** What the service says of fields. */
function faultsOf(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof TabulariumError ? (error.errors ?? {}) : {}
}
