import { useEffect, useRef, useState } from 'react'
import {
  afterSave,
  type Draft,
  draftOf,
  hasSameEdits,
  isTouched,
  rebase,
  withEdit,
  withoutEdit,
} from '../../draft/Draft.ts'
import { copyOf } from '../../draft/copyOf.ts'
import { withLinesOf } from '../../draft/rebaseLines.ts'
import { type DraftName, findDraft, keepDraft, removeDraft } from '../../draft/keepDraft.ts'
import type { Input } from '../../field/FieldKind.ts'
import { readSet } from '../../field/readSet.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { useShell } from '../../shell/Shell.tsx'

/** A draft, and what can be done with it. What differs from what it began with is kept in the browser. */
export interface DraftState {
  readonly draft: Draft
  /** Whether it comes from an earlier visit. */
  readonly wasKept: boolean
  readonly edit: (field: FieldMeta, input: Input) => void
  readonly takeBack: (field: string) => void
  readonly put: (draft: Draft) => void
  /** A draft was saved: what was typed since it was sent stays. */
  readonly saved: (sent: Draft, record: RecordJson) => void
  /** The draft at this moment, also for what was begun by an earlier one. */
  readonly latest: () => Draft
}

/** What a new record begins with. */
export interface Beginning {
  /** The record that it is a copy of. */
  readonly copied: RecordJson | undefined
  /** The values that the address names, by field. */
  readonly set: Readonly<Record<string, string>>
  /** What goes on from the one that was saved before. */
  readonly pinned: Readonly<Record<string, Input>>
}

/**
 * The draft of a record. One without edits follows the record; one with edits stays at the version that was read, so
 * that what others change meanwhile is merged, and never overwritten unseen.
 */
export function useDraft(
  name: DraftName,
  model: ModelMeta,
  record: RecordJson | undefined,
  beginning?: Beginning,
): DraftState {
  const { storage, newKey } = useShell()
  const [kept] = useState(() => findDraft(storage, name))
  const [begun] = useState(() => beginDraft(model, record, beginning, newKey()))
  const [draft, setDraft] = useState(kept ?? begun)
  const current = follow(draft, model, record)
  const latest = useRef(current)
  // Another tab may have the same record open: a form that holds nothing removes no draft but its own.
  const isOwn = useRef(kept !== undefined)
  const keep = (next: Draft) => {
    const isWorth = !hasSameEdits(next, begun)
    if (isWorth) keepDraft(storage, name, model, next)
    else if (isOwn.current) removeDraft(storage, name)
    isOwn.current = isWorth
  }
  useEffect(() => {
    latest.current = current
    keep(current)
  })
  const put = (next: Draft) => {
    latest.current = next
    setDraft(next)
  }
  const saved = (sent: Draft, now: RecordJson) => {
    const after = afterSave(latest.current, sent, now, model, newKey())
    if (name.id !== undefined) {
      // At once: whoever has left the form meanwhile has no effect that does it.
      keep(after)
      return put(after)
    }
    // The form of a new record ends here; the one of the record that it became goes on.
    if (isTouched(after)) keepDraft(storage, { ...name, id: now.id }, model, after)
    removeDraft(storage, name)
    isOwn.current = false
    put(draftOf(undefined, newKey()))
  }
  return {
    draft: current,
    wasKept: kept !== undefined && isTouched(current),
    edit: (field, input) => put(withEdit(latest.current, field, input, newKey())),
    takeBack: (field) => put(withoutEdit(latest.current, field, newKey())),
    put,
    saved,
    latest: () => latest.current,
  }
}

/**
 * The draft on the record as it was read last. The same version may have been read again: what is computed from other
 * records has no version.
 */
function follow(draft: Draft, model: ModelMeta, record: RecordJson | undefined): Draft {
  if (record === undefined || record === draft.base) return draft
  if (record.version === draft.base?.version) return { ...draft, base: withLinesOf(draft, record, model) }
  return isTouched(draft) ? draft : rebase(draft, record, model, draft.key)
}

function beginDraft(
  model: ModelMeta,
  record: RecordJson | undefined,
  beginning: Beginning | undefined,
  key: string,
): Draft {
  const begun = beginning?.copied ? copyOf(beginning.copied, model, key) : draftOf(record, key)
  return { ...begun, edits: { ...begun.edits, ...readSet(model, beginning?.set ?? {}), ...beginning?.pinned } }
}
