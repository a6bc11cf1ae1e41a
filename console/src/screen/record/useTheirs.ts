import { useState } from 'react'
import { changedFields } from '../../draft/readConflict.ts'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { isComputed, type ModelMeta, type RecordJson } from '../../meta/ModelMeta.ts'

/** What somebody else changed while a record was open. */
export interface Theirs {
  /** Undefined if there may have been several. */
  readonly who: string | undefined
  readonly fields: readonly string[]
  readonly labels: readonly string[]
}

/** What somebody else changed last in a record that is open. One's own saves are none of it, and end it. */
export function useTheirs(model: ModelMeta, read: RecordJson | undefined, saved: RecordJson | undefined) {
  const [seen, setSeen] = useState<{ readonly record: RecordJson; readonly theirs: Theirs | undefined }>()
  const isSaved = saved !== undefined && saved.version >= (read?.version ?? 0)
  const now = isSaved ? saved : read
  if (now && now.version > (seen?.record.version ?? -1))
    setSeen({ record: now, theirs: seen && !isSaved ? toTheirs(model, seen.record, now) : undefined })
  // The stream may have told of one's own save before that was answered.
  return saved && saved.version === seen?.record.version ? undefined : seen?.theirs
}

function toTheirs(model: ModelMeta, before: RecordJson, now: RecordJson): Theirs | undefined {
  const fields = changedFields(model, before, now).filter((field) => !isComputed(field))
  if (fields.length === 0) return undefined
  const isOne = now.version === before.version + 1
  return {
    who: isOne ? titleOfLink(now.updatedBy) : undefined,
    fields: fields.map(({ name }) => name),
    labels: fields.map(({ label }) => label),
  }
}
