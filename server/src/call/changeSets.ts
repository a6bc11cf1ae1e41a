import type { ChangeSetCall, ChangeSetsCall, UndoChangeSetCall } from './ChangeSetsCall.ts'
import { invalidBody, parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { invalid, parseDryRun, parseId, parsePage, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a question for a page of change sets. */
export function parseChangeSets({ token, query }: Request, maxLimit: number): ChangeSetsCall {
  const { user, model, ...page } = parseParameters(query, ['user', 'model', 'offset', 'limit'])
  // PostgreSQL has no text with this character.
  if (user?.includes('\0')) throw invalid('The parameter user must be a username, such as user=admin.')
  return {
    operation: 'changeSets',
    token,
    ...parsePage(page, maxLimit),
    ...(user === undefined ? {} : { user }),
    ...(model === undefined ? {} : { model }),
  }
}

/** Parses a question for a change set. */
export function parseChangeSet({ token, id, query }: Request, maxLimit: number): ChangeSetCall {
  const page = parseParameters(query, ['offset', 'limit'])
  return { operation: 'changeSet', token, id: parseId(id), ...parsePage(page, maxLimit) }
}

/** Parses the undo of a change set: `{"data": {"onConflict": "skip"}}`. */
export function parseUndoChangeSet(request: Request): UndoChangeSetCall {
  const { token, requestId, id, query, body } = request
  const { dryRun } = parseParameters(query, ['dryRun'])
  const { onConflict = 'refuse', ...others } = parseRecordBody(body)
  const unknown = Object.keys(others).slice(0, 100)
  if (unknown.length > 0)
    throw invalidBody(
      Object.fromEntries(unknown.map((name) => [name.slice(0, 100), 'is not known here: an undo takes onConflict'])),
    )
  if (onConflict !== 'refuse' && onConflict !== 'skip') throw invalidBody({ onConflict: 'must be refuse or skip' })
  return {
    operation: 'undoChangeSet',
    token,
    requestId,
    id: parseId(id),
    onConflict,
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
