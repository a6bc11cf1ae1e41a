import { type FormEvent, useMemo, useState } from 'react'
import type { WhyAbout } from '../../component/explain/WhyDialog.tsx'
import { type Draft, draftOf, isTouched, toSend } from '../../draft/Draft.ts'
import { sentLines } from '../../draft/lines.ts'
import { lineFieldsOf } from '../../draft/rebaseLines.ts'
import { blocksOf } from '../../draft/mergeBlocks.ts'
import type { CheckedDraft } from '../../expression/checkDraft.ts'
import type { Words } from '../../i18n/Words.ts'
import type { Input } from '../../field/FieldKind.ts'
import { faultWords } from '../../field/faultWords.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { ruleModel } from '../../meta/ownModels.ts'
import { isRefused } from '../../service/isFailure.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import type { Outcome } from './Outcome.ts'
import { type Beginning, useDraft } from './useDraft.ts'
import { useFocusOnArrival } from './useFocusOnArrival.ts'
import { useFocusOnFault } from './useFocusOnFault.ts'
import { usePreview } from './usePreview.ts'
import { pinnedEdits, usePins } from './usePins.ts'
import { collectionOf } from './returning.ts'
import { useSaving } from './useSaving.ts'

/** What the state of a form depends on. */
interface FormSubject {
  readonly model: ModelMeta
  readonly id: number | undefined
  readonly record: RecordJson | undefined
  readonly beginning?: Beginning | undefined
  readonly onSaved: (record: RecordJson) => void
  /** Begins the next new record with some values; only after a new one. */
  readonly onNext?: ((edits: Readonly<Record<string, Input>>) => void) | undefined
}

/** The state of a form: its draft, what came of its save, and what is asked before it is sent. */
export function useRecordForm({ model, id, record, beginning, onSaved, onNext }: FormSubject) {
  const { words, newKey } = useShell()
  const { me, find } = useSession()
  const origin = { from: beginning?.copied?.id, set: beginning?.set }
  const state = useDraft({ user: me.id, model: model.name, id, ...origin }, model, record, beginning)
  const { draft, put } = state
  const pins = usePins(model)
  const next = onNext && ((sent: Draft) => onNext(pinnedEdits(sent.edits, pins)))
  const saving = useSaving(model, id, record, state, onSaved, {
    begun: collectionOf(model, beginning?.set, find),
    next,
  })
  const { outcome, setOutcome } = saving
  const [asked, setAsked] = useState<ReturnType<typeof saving.sending>>()
  const [why, setWhy] = useState<WhyAbout | undefined>()
  const send = (isNext = false) => {
    if (me.seenBy) return setWhy({ action: 'update' })
    if (id !== undefined && outcome.is === 'none' && !isTouched(draft)) return
    // A rule shows first what it changes for others.
    const data = model.name === ruleModel ? saving.sending() : undefined
    if (data) setAsked(data)
    else saving.send(isNext)
  }
  const { faults } = useMemo(() => toSend(draft, model, words), [draft, model, words])
  const { preview, checked, conditions } = usePreview(draft, model)
  const refused = refusedFields(outcome, checked, model, words)
  const conflict = outcome.is === 'conflict' ? outcome : undefined
  const blocks = useMemo(() => (conflict ? blocksOf(conflict.conflict, conflict.mine, model) : []), [conflict, model])
  useFocusOnArrival(model, id, draft, preview)
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
  const ofForm = { faults: shown, broken: checked.broken, preview, conditions, pins }
  return { state, saving, conflict, blocks, ...ofForm, why, setWhy, confirm, onSubmit, onDiscard }
}

/** The state of a form. */
export type RecordFormState = ReturnType<typeof useRecordForm>

/** What the service said of fields when it rejected the record, but for checks that are met meanwhile. */
function refusedFields(
  outcome: Outcome,
  { isMet }: CheckedDraft,
  model: ModelMeta,
  words: Words,
): Readonly<Record<string, string>> {
  const inLabels = (name: string, message: string) => {
    const [first, , column] = name.split('.')
    const field = model.fields.find((each) => each.name === first)
    const of = column === undefined ? undefined : field?.lines?.target
    const named = of ? of.fields.find((each) => each.name === column) : field
    return faultWords(message, named, of ?? model, words)
  }
  const errors = outcome.is === 'failed' && isRefused(outcome.error) ? (outcome.error.errors ?? {}) : {}
  const named = Object.entries(errors).map(([place, message]) => [lineOf(place, outcome, model), message] as const)
  const unmet = named.filter(([field, message]) => !isMet(field, message))
  return Object.fromEntries(unmet.map(([field, message]) => [field, inLabels(field, message)]))
}

/** The service names a line by its place in what was sent, the form by its key: so it stays where lines move. */
function lineOf(place: string, outcome: Outcome, model: ModelMeta): string {
  const [name, index, ...column] = place.split('.')
  const field = lineFieldsOf(model).find((each) => each.name === name)
  const sent = outcome.is === 'failed' ? outcome.sent : undefined
  const line = field && sent ? sentLines(sent, field)[Number(index)] : undefined
  return line ? [name, line.key, ...column].join('.') : place
}

function useFormKeys(
  { name: model }: ModelMeta,
  id: number | undefined,
  save: (isNext?: boolean) => void,
  onWhy: (about: WhyAbout) => void,
): void {
  const { go } = useShell()
  useKeys(['record'], {
    save: () => save(),
    why: () => onWhy({ action: id === undefined ? 'create' : 'update' }),
    ...(id === undefined
      ? { saveAndNew: () => save(true) }
      : {
          history: () => go({ screen: 'history', model, id, at: undefined, with: undefined }),
          duplicate: () => go({ screen: 'new', model, from: id, set: {} }),
        }),
  })
}
