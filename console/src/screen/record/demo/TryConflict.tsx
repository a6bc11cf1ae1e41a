import { useEffect, useState } from 'react'
import { findColleagueChange } from '../../../draft/colleagueValues.ts'
import { isTouched } from '../../../draft/Draft.ts'
import { isComputed, type ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { useColleague } from '../../../query/demoQueries.ts'
import { Failed } from '../../../component/Failed.tsx'
import type { DraftState } from '../useDraft.ts'
import type { Outcome } from '../Outcome.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { conflictStep, type Phase, phaseAfter } from './conflictStep.ts'
import { DemoStrip } from '../../../component/demo/DemoStrip.tsx'
import { rememberTried } from '../../../component/demo/demoHint.ts'

interface TryConflictProps {
  readonly model: ModelMeta
  readonly id: number
  readonly state: DraftState
  readonly outcome: Outcome['is']
}

/** Leads through a conflict with a made-up colleague, who changes the field that was typed in. In the demo alone. */
export function TryConflict({ model, id, state: { draft }, outcome }: TryConflictProps) {
  const { service, words, storage, go } = useShell()
  const [phase, setPhase] = useState<Phase>('invited')
  const [changed, setChanged] = useState('')
  const colleague = useColleague(service, model.name, id)
  const change = findColleagueChange(draft, model, words)
  const first = model.fields.find((field) => field.type === 'text' && !field.secret && !isComputed(field))
  const step = conflictStep(phase, { isTouched: isTouched(draft), canAsk: change !== undefined, outcome })
  useEffect(() => {
    if (step === 'settled') rememberTried(storage)
    setPhase((before) => phaseAfter(before, step))
  }, [step, storage])
  const begin = () => {
    setPhase('begun')
    if (!isTouched(draft)) document.querySelector<HTMLElement>('.record-form .field input[type="text"]')?.focus()
  }
  const onChanged = (label: string) => {
    setChanged(label)
    setPhase('changed')
  }
  const ask = () =>
    change &&
    colleague.mutate(
      { field: change.field.name, values: change.values },
      { onSuccess: () => onChanged(change.field.label) },
    )
  const texts = {
    invite: words.demo.invite,
    type: `${words.demo.step(1)} ${words.demo.type(first?.label ?? '')}`,
    otherField: `${words.demo.step(1)} ${words.demo.otherField}`,
    ready: `${words.demo.step(2)} ${words.demo.ready(change?.field.label ?? '')}`,
    changed: `${words.demo.step(3)} ${words.demo.changed(changed)}`,
    choose: `${words.demo.step(3)} ${words.demo.choose}`,
    settled: words.demo.settled,
  }
  const history = () => go({ screen: 'history', model: model.name, id, at: undefined, with: undefined })
  const actions = {
    invite: <Button onPress={begin}>{words.demo.try}</Button>,
    ready: (
      <Button weight="primary" isDisabled={colleague.isPending} onPress={ask}>
        {colleague.isPending ? words.demo.asking : words.demo.ask}
      </Button>
    ),
    settled: (
      <>
        <Button onPress={history}>{words.demo.history}</Button>
        <Button weight="quiet" onPress={begin}>
          {words.demo.again}
        </Button>
      </>
    ),
  }
  return (
    <>
      <DemoStrip actions={step in actions ? actions[step as keyof typeof actions] : undefined}>{texts[step]}</DemoStrip>
      {colleague.error ? <Failed error={colleague.error} /> : null}
    </>
  )
}
