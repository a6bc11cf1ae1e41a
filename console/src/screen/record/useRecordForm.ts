import { type FormEvent, useMemo, useState } from 'react'
import type { WhyAbout } from '../../component/explain/WhyDialog.tsx'
import { draftOf, isTouched, toSend } from '../../draft/Draft.ts'
import { blocksOf } from '../../draft/mergeBlocks.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { ruleModel } from '../../meta/ownModels.ts'
import { isFailure } from '../../service/isFailure.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import type { Outcome } from './Outcome.ts'
import { type Beginning, useDraft } from './useDraft.ts'
import { useFocusOnFault } from './useFocusOnFault.ts'
import { useSaving } from './useSaving.ts'

/** What the state of a form depends on. */
interface FormSubject {
  readonly model: ModelMeta
  readonly id: number | undefined
  readonly record: RecordJson | undefined
  readonly beginning?: Beginning | undefined
  readonly onSaved: (record: RecordJson) => void
}

/** The state of a form: its draft, what came of its save, and what is asked before it is sent. */
export function useRecordForm({ model, id, record, beginning, onSaved }: FormSubject) {
  const { words, newKey } = useShell()
  const { me } = useSession()
  const origin = { from: beginning?.copied?.id, set: beginning?.set }
  const state = useDraft({ user: me.id, model: model.name, id, ...origin }, model, record, beginning)
  const { draft, put } = state
  const saving = useSaving(model, id, record, state, onSaved)
  const { outcome, setOutcome } = saving
  const [asked, setAsked] = useState<ReturnType<typeof saving.sending>>()
  const [why, setWhy] = useState<WhyAbout | undefined>()
  const send = () => {
    if (me.seenBy) return setWhy({ action: 'update' })
    if (id !== undefined && outcome.is === 'none' && !isTouched(draft)) return
    // A rule shows first what it changes for others.
    const data = model.name === ruleModel ? saving.sending() : undefined
    if (data) setAsked(data)
    else saving.send()
  }
  const { faults } = useMemo(() => toSend(draft, model, words), [draft, model, words])
  const refused = refusedFields(outcome)
  const conflict = outcome.is === 'conflict' ? outcome : undefined
  const blocks = useMemo(() => (conflict ? blocksOf(conflict.conflict, conflict.mine, model) : []), [conflict, model])
  useFocusOnFault(saving.refusals)
  useFormKeys(model, id, send, setWhy)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onDiscard = () => {
    put(draftOf(record, newKey()))
    setOutcome({ is: 'none' })
  }
  const onConfirm = () => {
    setAsked(undefined)
    saving.send()
  }
  const confirm = { data: asked, onConfirm, onClose: () => setAsked(undefined) }
  const shown = saving.isTried ? { ...refused, ...faults } : refused
  return { state, saving, conflict, blocks, faults: shown, why, setWhy, confirm, onSubmit, onDiscard }
}

/** The state of a form. */
export type RecordFormState = ReturnType<typeof useRecordForm>

/** What the service said of fields when it rejected the record. */
function refusedFields(outcome: Outcome): Readonly<Record<string, string>> {
  return outcome.is === 'failed' && isFailure(outcome.error, 'invalid-record') ? (outcome.error.errors ?? {}) : {}
}

function useFormKeys(
  { name: model }: ModelMeta,
  id: number | undefined,
  save: () => void,
  onWhy: (about: WhyAbout) => void,
): void {
  const { go } = useShell()
  useKeys(['record'], {
    save,
    why: () => onWhy({ action: id === undefined ? 'create' : 'update' }),
    ...(id === undefined
      ? {}
      : {
          history: () => go({ screen: 'history', model, id, at: undefined, with: undefined }),
          duplicate: () => go({ screen: 'new', model, from: id, set: {} }),
        }),
  })
}
