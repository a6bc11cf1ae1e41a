import type { ChangeSetCall, ChangeSetsCall, UndoChangeSetCall } from './ChangeSetsCall.ts'
import { takes } from './parameter/takes.ts'
import { invalidBody, parseRecordBody, parseSent } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What calls about change sets take. */
export const changeSetTakes = {
  changeSets: takes({ query: ['setsOfUser', 'setsOfModel', 'offset', 'limit'] }),
  changeSet: takes({ query: ['offset', 'limit'] }),
  undoChangeSet: takes({ query: ['dryRun'], headers: ['Idempotency-Key'], data: ['onClash'] }),
}

/** Parses a question for a page of change sets. */
export function parseChangeSets({ token, query }: Request, maxLimit: number): ChangeSetsCall {
  return { operation: 'changeSets', token, ...parseParameters(query, changeSetTakes.changeSets, maxLimit) }
}

/** Parses a question for a change set. */
export function parseChangeSet({ token, id, query }: Request, maxLimit: number): ChangeSetCall {
  const page = parseParameters(query, changeSetTakes.changeSet, maxLimit)
  return { operation: 'changeSet', token, id: parseId(id), ...page }
}

/** Parses the undo of a change set: `{"data": {"onConflict": "skip"}}`. */
export function parseUndoChangeSet(request: Request): UndoChangeSetCall {
  const { token, requestId, id, query, body } = request
  const parameters = parseParameters(query, changeSetTakes.undoChangeSet)
  const sent = parseRecordBody(body)
  const unknown = Object.keys(sent)
    .filter((name) => name !== 'onConflict')
    .slice(0, 100)
  if (unknown.length > 0)
    throw invalidBody(
      Object.fromEntries(unknown.map((name) => [name.slice(0, 100), 'is not known here: an undo takes onConflict'])),
    )
  return {
    operation: 'undoChangeSet',
    token,
    requestId,
    id: parseId(id),
    ...parseSent(sent, changeSetTakes.undoChangeSet.members),
    ...parameters,
    ...parseIdempotencyKey(request),
  }
}
