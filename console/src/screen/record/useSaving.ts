import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { undecided } from '../../draft/Conflict.ts'
import { type Draft, toSend } from '../../draft/Draft.ts'
import { changedFields } from '../../draft/readConflict.ts'
import { isComputed, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { isForGood, stepsOf } from '../../meta/steps.ts'
import { useSave } from '../../query/queries.ts'
import { isRefused } from '../../service/isFailure.ts'
import type { Written } from '../../service/Service.ts'
import { type Undoable, useUndoing } from '../../shell/useUndoing.ts'
import { useShell } from '../../shell/Shell.tsx'
import { type Outcome, outcomeOf, type Sent, settleOutcome, toOutcome } from './Outcome.ts'
import { shownFields } from '../../meta/shownFields.ts'
import { useSettling } from './useSettling.ts'
import { type collectionOf, noteReturn } from './returning.ts'
import type { DraftState } from './useDraft.ts'

/** Something that is shown before the new record is. */
interface Made {
  readonly title: string
  readonly token: string
  readonly onClose: () => void
}

/** Where a save of a new record leads. */
interface AfterCreate {
  /** The collection that it was begun in, if it was in one. */
  readonly begun: ReturnType<typeof collectionOf>
  /** Begins the next new record, after what was sent. */
  readonly next: ((sent: Draft) => void) | undefined
}

/** What came of a save. */
interface AfterSave {
  readonly text: string
  readonly undo: Undoable | undefined
  readonly secret: string | undefined
  /** What was sent, if the next new record is to begin. */
  readonly next: Draft | undefined
}

const pause = 3_000

/** Saves a draft, and knows what came of it. A lost answer is asked for again under the same key. */
export function useSaving(
  model: ModelMeta,
  id: number | undefined,
  record: RecordJson | undefined,
  state: DraftState,
  onSaved: (record: RecordJson) => void,
  after: AfterCreate,
) {
  const { words, newKey } = useShell()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'none' })
  const [isTried, setTried] = useState(false)
  // How often a save was refused, by the form or by the service.
  const [refusals, setRefusals] = useState(0)
  const countRefusal = () => setRefusals((before) => before + 1)
  // A secret that the service made, and shows this once.
  const [made, setMade] = useState<Made | undefined>()
  const undoing = useUndoing()
  const onUndo = async (write: Undoable) => {
    if (await undoing(write)) setOutcome({ is: 'none' })
  }
  const isNext = useRef(false)
  const goOn = useWritten(model, id, (write) => void onUndo(write), setMade, after)
  const toDecide = outcome.is === 'conflict' ? undecided(outcome.conflict, outcome.choices).length : 0

  const onWritten = ({ record: now, merged, changeSet, secret }: Written, sent: Sent) => {
    state.saved(sent.draft, now)
    setTried(false)
    const text = merged ? words.record.merged(theirs(model, now, sent)) : words.record.saved(now.version)
    const write = { changeSet, model: model.name, id: now.id, version: now.version }
    const undo = isForGood(model, stepsOf(model, sent.draft.base, now)) ? undefined : write
    setOutcome({ is: 'saved', text, undo })
    goOn(now, { text, undo, secret, next: isNext.current ? sent.draft : undefined })
    if (id !== undefined) onSaved(now)
  }
  const { attempt, isBusy } = useAttempt(model, id, state, { setOutcome, onWritten, onRefused: countRefusal })
  const settled = () => {
    const { draft } = state
    return outcome.is === 'conflict' ? settleOutcome(draft, model, outcome, record, newKey()) : draft
  }
  /** What a save would send; undefined where it would not be sent yet, which `send` says. */
  const sending = () => {
    const { data, faults } = toSend(settled(), model, words)
    return outcome.is === 'lost' || toDecide > 0 || Object.keys(faults).length > 0 ? undefined : data
  }
  const settling = useSettling(model, id, state, { attempt, onFailed: setOutcome })
  const send = (next = false) => {
    if (isBusy) return
    if (outcome.is === 'lost') return void attempt(outcome.sent)
    isNext.current = next
    setTried(true)
    if (outcome.is === 'conflict' && toDecide === 0 && (outcome.conflict.members ?? []).length > 0)
      return void settling(outcome)
    const now = settled()
    const { data, faults } = toSend(now, model, words)
    if (toDecide > 0 || Object.keys(faults).length > 0) return countRefusal()
    void attempt({ data, key: now.key, draft: state.draft })
  }
  useAskAgain(outcome, attempt)
  return { outcome, setOutcome, isTried, refusals, toDecide, isBusy, send, sending, onUndo, made }
}

/** Sends a draft once, and says what came of it. */
function useAttempt(
  model: ModelMeta,
  id: number | undefined,
  state: DraftState,
  on: {
    readonly setOutcome: Dispatch<SetStateAction<Outcome>>
    readonly onWritten: (written: Written, sent: Sent) => void
    readonly onRefused: () => void
  },
) {
  const { service, words } = useShell()
  const save = useSave(service)
  const onFailed = (error: unknown, sent: Sent) => {
    if (isRefused(error)) on.onRefused()
    const toClash = (before: Outcome) => toOutcome(error, before, state.latest(), model, words, sent.draft)
    on.setOutcome((before) => outcomeOf(error, before, sent, id) ?? toClash(before))
  }
  const attempt = (sent: Sent) => {
    // The form goes on with the record that is answered, so it asks for all that it shows.
    const asked = { model: model.name, id, data: sent.data, key: sent.key, fields: shownFields(model) }
    return save.mutateAsync(asked).then(
      (written) => on.onWritten(written, sent),
      (error: unknown) => onFailed(error, sent),
    )
  }
  return { attempt, isBusy: save.isPending }
}

/**
 * Goes on after a save: a new record is opened, or the one whose collection it was begun in. A record that is not on
 * the screen any more gets a message.
 */
function useWritten(
  model: ModelMeta,
  id: number | undefined,
  onUndo: (write: Undoable) => void,
  onMade: (made: Made) => void,
  { begun, next: onNext }: AfterCreate,
) {
  const { words, go, notify } = useShell()
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return (now: RecordJson, { text, undo: write, secret, next }: AfterSave) => {
    const goBack = write ? { undo: () => onUndo(write) } : {}
    if (id !== undefined) {
      if (!isThere.current) notify({ text: `${titleOf(model, now)}: ${text}`, ...goBack })
      return
    }
    const leave = () => {
      // Whoever has gone elsewhere meanwhile stays there.
      if (isThere.current && next && onNext) {
        notify({ text: words.record.created(titleOf(model, now)), ...goBack })
        return onNext(next)
      }
      if (isThere.current && begun) noteReturn(begun)
      if (isThere.current) go(begun?.route ?? { screen: 'record', model: model.name, id: now.id }, 'replace')
      notify({ text: words.record.created(titleOf(model, now)), ...goBack })
    }
    if (secret === undefined || !isThere.current) leave()
    else onMade({ title: words.work.secret(titleOf(model, now)), token: secret, onClose: leave })
  }
}

/** Asks again for an answer that was lost. */
function useAskAgain(outcome: Outcome, attempt: (sent: Sent) => Promise<void>): void {
  useEffect(() => {
    if (outcome.is !== 'lost') return undefined
    const timer = setTimeout(() => void attempt(outcome.sent), pause)
    return () => clearTimeout(timer)
    // Each lost answer is an outcome of its own, and asks once more.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome])
}

/** The fields that others changed between what the draft is based on and what was saved. */
function theirs(model: ModelMeta, now: RecordJson, { draft, data }: Sent): string {
  const changed = draft.base ? changedFields(model, draft.base, now) : []
  const labels = changed.filter((field) => !(field.name in data) && !isComputed(field)).map(({ label }) => label)
  return labels.join(', ')
}
