import type { ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import type { Conflict } from './Conflict.ts'
import { type Draft, isMerged, rebase, toSend } from './Draft.ts'
import { type ConflictData, changedFields, readConflict } from './readConflict.ts'

/** What is known of a draft whose record others changed after it was read. */
export type StaleDraftCheck =
  /** Both changed the same. */
  | { readonly is: 'clash'; readonly conflict: Conflict }
  /** The draft on top of the record as it is now: nothing of what others changed is overwritten by it. */
  | { readonly is: 'mergeable'; readonly rebased: Draft }
  /** Only a save shows it. */
  | { readonly is: 'open' }

/**
 * Checks a draft by a dry run of its save: by what its conflict says, by null if it would be saved, and by undefined if
 * nothing is known. The dry run knows nothing of fields that can't be sent. A draft is only put onto the record if each
 * of its fields is known to be what it was when it was read.
 */
export function checkStaleDraft(
  tried: ConflictData | null | undefined,
  draft: Draft,
  record: RecordJson,
  model: ModelMeta,
  words: Words,
): StaleDraftCheck {
  const conflict = tried ? readConflict(tried, draft, model, words) : undefined
  if (conflict && conflict.conflicts.length + (conflict.members ?? []).length > 0) return { is: 'clash', conflict }
  const isTaken = tried === null || conflict !== undefined
  const hasFaults = Object.keys(toSend(draft, model, words).faults).length > 0
  if (!isTaken || hasFaults || !draft.base) return { is: 'open' }
  const rebased = rebase(draft, record, model, draft.key)
  return overwrites(draft.base, rebased, record, model) ? { is: 'open' } : { is: 'mergeable', rebased }
}

/** Whether a draft has edits of what others changed, or of what is not known. Links and sets are merged. */
function overwrites(read: RecordJson, { edits }: Draft, now: RecordJson, model: ModelMeta): boolean {
  const changed = changedFields(model, read, now)
  return model.fields.some((field) => {
    if (edits[field.name] === undefined || field.secret) return false
    const isKnown = field.name in read && field.name in now
    return !isKnown || (!isMerged(field) && changed.includes(field))
  })
}
