import { type Choices, type Conflict, settle, stillValid } from '../../draft/Conflict.ts'
import type { Draft } from '../../draft/Draft.ts'
import { type ConflictData, readConflict } from '../../draft/readConflict.ts'
import { lineFieldsOf } from '../../draft/rebaseLines.ts'
import type { Json, ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { isFailure, isUnknown } from '../../service/isFailure.ts'
import type { Words } from '../../i18n/Words.ts'
import type { Undoable } from '../../shell/useUndoing.ts'

/** A save that is under way: what was sent, and the draft as it was then. */
export interface Sent {
  readonly data: Readonly<Record<string, Json>>
  readonly key: string
  readonly draft: Draft
}

/** What came of the last save. */
export type Outcome =
  | { readonly is: 'none' }
  | { readonly is: 'saved'; readonly text: string; readonly undo: Undoable | undefined }
  /** `sent` is the draft that was refused: an error names a line by its place there. */
  | { readonly is: 'failed'; readonly error: Error; readonly sent?: Draft }
  | { readonly is: 'gone' }
  /** The answer was lost. The same request is sent until there is one. */
  | { readonly is: 'lost'; readonly sent: Sent }
  /**
   * `mine` is the draft that clashed: what is typed as something else goes into the draft and changes nothing there.
   */
  | { readonly is: 'conflict'; readonly conflict: Conflict; readonly choices: Choices; readonly mine: Draft }

/** A clash asks for choices, those made before stay where they still hold; every other failure is shown. */
export function toOutcome(
  error: unknown,
  before: Outcome,
  draft: Draft,
  model: ModelMeta,
  words: Words,
  sent?: Draft,
): Outcome {
  const conflict = isFailure(error, 'version-conflict')
    ? readConflict(error.data as unknown as ConflictData, draft, model, words)
    : undefined
  const failure = error instanceof Error ? error : new Error(String(error))
  if (!conflict) return { is: 'failed', error: failure, ...(sent ? { sent } : {}) }
  const choices = before.is === 'conflict' ? stillValid(before.choices, before.conflict, conflict, model) : {}
  return { is: 'conflict', conflict, choices, mine: draft }
}

/**
 * The draft that carries out what was chosen so far. A conflict comes without links: those of the record, if it was
 * read at that version, are what links of the draft are merged with.
 */
export function settleOutcome(
  draft: Draft,
  model: ModelMeta,
  { mine, conflict, choices }: Extract<Outcome, { is: 'conflict' }>,
  read: RecordJson | undefined,
  key: string,
): Draft {
  const lines = lineFieldsOf(model).filter(
    ({ name }) => read && read.version >= conflict.current.version && name in read,
  )
  const known = Object.fromEntries(lines.map(({ name }) => [name, read?.[name] ?? []]))
  const current = { ...(read?.version === conflict.current.version ? read : {}), ...known, ...conflict.current }
  const clashing = Object.entries(mine.edits).filter(([name]) => choices[name] !== undefined)
  const edits = { ...draft.edits, ...Object.fromEntries(clashing) }
  return settle({ ...draft, edits }, model, { ...conflict, current }, choices, key)
}

/** What a failure means for the draft, unless it is a clash or is shown as it is. */
export function outcomeOf(error: unknown, before: Outcome, sent: Sent, id: number | undefined): Outcome | undefined {
  // The dialog to log in says it, and nothing of the draft is lost: it is saved again.
  if (isFailure(error, 'session-required')) return before.is === 'conflict' ? before : { is: 'none' }
  if (isUnknown(error)) return { is: 'lost', sent }
  return isFailure(error, 'record-not-found') && id !== undefined ? { is: 'gone' } : undefined
}
