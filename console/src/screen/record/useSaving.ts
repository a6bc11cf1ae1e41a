import { useEffect, useState } from 'react'
import { type Choices, type Conflict, settle, stillValid, undecided } from '../../draft/Conflict.ts'
import { type Draft, toSend } from '../../draft/Draft.ts'
import { type ConflictData, movedFields, readConflict } from '../../draft/readConflict.ts'
import { isComputed, type Json, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { useSave } from '../../query/queries.ts'
import { isFailure, isUnknown } from '../../service/isFailure.ts'
import type { Written } from '../../service/Service.ts'
import { type Undoable, useUndoing } from '../changes/useUndoing.ts'
import { useShell } from '../Shell.tsx'
import type { DraftState } from './useDraft.ts'

/** A save that is under way: what was sent, and the draft as it was then. */
interface Sent {
  readonly data: Readonly<Record<string, Json>>
  readonly key: string
  readonly draft: Draft
}

/** What came of the last save. */
export type Outcome =
  | { readonly is: 'none' }
  | { readonly is: 'saved'; readonly text: string; readonly undo: Undoable }
  | { readonly is: 'failed'; readonly error: Error }
  | { readonly is: 'gone' }
  /** The answer was lost. The same request is sent until there is one. */
  | { readonly is: 'lost'; readonly sent: Sent }
  /**
   * `mine` is the draft that clashed: what is typed as something else goes into the draft and changes nothing there.
   */
  | { readonly is: 'conflict'; readonly conflict: Conflict; readonly choices: Choices; readonly mine: Draft }

/** Something that is shown before the new record is. */
interface Made {
  readonly title: string
  readonly token: string
  readonly onClose: () => void
}

const pause = 3_000

/** Saves a draft, and knows what came of it. A lost answer is asked for again under the same key. */
export function useSaving(
  model: ModelMeta,
  id: number | undefined,
  state: DraftState,
  onSaved: (record: RecordJson) => void,
) {
  const { service, words, newKey, go, say } = useShell()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'none' })
  const [isTried, setTried] = useState(false)
  // A secret that the service made, and shows this once.
  const [made, setMade] = useState<Made | undefined>()
  const save = useSave(service)
  const undoing = useUndoing()
  const onUndo = async (write: Undoable) => {
    if (await undoing(write)) setOutcome({ is: 'none' })
  }
  const toDecide = outcome.is === 'conflict' ? undecided(outcome.conflict, outcome.choices).length : 0

  const onWritten = ({ record, merged, changeSet, secret }: Written, sent: Sent) => {
    state.saved(sent.draft, record)
    setTried(false)
    const text = merged ? words.record.merged(theirs(model, record, sent)) : words.record.saved(record.version)
    const undo = { changeSet, model: model.name, id: record.id, version: record.version }
    setOutcome({ is: 'saved', text, undo })
    if (id !== undefined) return onSaved(record)
    const created = words.record.created(titleOf(model, record))
    const leave = () => {
      go({ screen: 'record', model: model.name, id: record.id }, 'replace')
      say({ text: created, undo: () => void onUndo(undo) })
    }
    if (secret === undefined) leave()
    else setMade({ title: words.work.secret(titleOf(model, record)), token: secret, onClose: leave })
  }
  const onFailed = (error: unknown, sent: Sent) => {
    // The dialog to log in says it, and nothing of the draft is lost: it is saved again.
    if (isFailure(error, 'session-required'))
      setOutcome((before) => (before.is === 'conflict' ? before : { is: 'none' }))
    else if (isUnknown(error)) setOutcome({ is: 'lost', sent })
    else if (isFailure(error, 'record-not-found') && id !== undefined) setOutcome({ is: 'gone' })
    else setOutcome((before) => toOutcome(error, before, state.latest(), model, words))
  }
  const attempt = (sent: Sent) =>
    save.mutateAsync({ model: model.name, id, data: sent.data, key: sent.key }).then(
      (written) => onWritten(written, sent),
      (error: unknown) => onFailed(error, sent),
    )
  const settled = () => {
    const { draft } = state
    return outcome.is === 'conflict' ? settleOutcome(draft, model, outcome, newKey()) : draft
  }
  /** What a save would send; undefined where it would not be sent yet, which `send` says. */
  const sending = () => {
    const { data, faults } = toSend(settled(), model, words)
    return outcome.is === 'lost' || toDecide > 0 || Object.keys(faults).length > 0 ? undefined : data
  }
  const send = () => {
    if (save.isPending) return
    if (outcome.is === 'lost') return void attempt(outcome.sent)
    setTried(true)
    const { draft } = state
    const now = settled()
    const { data, faults } = toSend(now, model, words)
    if (toDecide > 0 || Object.keys(faults).length > 0) return
    void attempt({ data, key: now.key, draft })
  }
  useEffect(() => {
    if (outcome.is !== 'lost') return undefined
    const timer = setTimeout(() => void attempt(outcome.sent), pause)
    return () => clearTimeout(timer)
    // Each lost answer is an outcome of its own, and asks once more.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome])
  return { outcome, setOutcome, isTried, toDecide, isBusy: save.isPending, send, sending, onUndo, made }
}

/** The fields that others changed between what the draft is based on and what was saved. */
function theirs(model: ModelMeta, now: RecordJson, { draft, data }: Sent): string {
  const moved = draft.base ? movedFields(model, draft.base, now) : []
  const labels = moved.filter((field) => !(field.name in data) && !isComputed(field)).map(({ label }) => label)
  return labels.join(', ')
}

type ShellWords = ReturnType<typeof useShell>['words']

/** A clash asks for choices, those made before stay where they still hold; every other failure is shown. */
export function toOutcome(error: unknown, before: Outcome, draft: Draft, model: ModelMeta, words: ShellWords): Outcome {
  const conflict = isFailure(error, 'version-conflict')
    ? readConflict(error.data as unknown as ConflictData, draft, model, words)
    : undefined
  if (!conflict) return { is: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
  const choices = before.is === 'conflict' ? stillValid(before.choices, before.conflict, conflict, model) : {}
  return { is: 'conflict', conflict, choices, mine: draft }
}

function settleOutcome(
  draft: Draft,
  model: ModelMeta,
  { mine, conflict, choices }: Extract<Outcome, { is: 'conflict' }>,
  key: string,
): Draft {
  const clashing = Object.entries(mine.edits).filter(([name]) => choices[name] !== undefined)
  const edits = { ...draft.edits, ...Object.fromEntries(clashing) }
  return settle({ ...draft, edits }, model, conflict, choices, key)
}
