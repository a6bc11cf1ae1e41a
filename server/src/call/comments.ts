import type { RecordCallBase, WriteCallBase } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import type { Sent } from './Sent.ts'

/** A page of the comments on a record. */
export interface CommentsCall extends RecordCallBase {
  readonly id: number
  readonly limit: number
  readonly after?: string
}

/** A new comment on a record. */
export interface CreateCommentCall extends WriteCallBase {
  readonly id: number
  readonly sent: Sent
}

/** A change of a comment. */
export interface UpdateCommentCall extends CreateCommentCall {
  readonly comment: number
}

/** The delete of a comment. */
export interface DeleteCommentCall extends WriteCallBase {
  readonly id: number
  readonly comment: number
  readonly version?: number
}

/** What a request for comments, and what writes of them take. */
export const commentsTakes = takes({ query: ['limit', 'after'] })
export const commentTakes = takes({ query: ['dryRun'], headers: ['Idempotency-Key'], body: ['record'] })
export const deleteCommentTakes = takes({ query: ['version', 'dryRun'], headers: ['Idempotency-Key'] })

/** Parses a request for the comments on a record. */
export function parseComments({ token, model = '', id, query }: Request, maxLimit: number): CommentsCall {
  return { token, model, id: parseId(id), ...parseParameters(query, commentsTakes, maxLimit) }
}

/** Parses a new comment. */
export function parseCreateComment(request: Request): CreateCommentCall {
  const { token, requestId, model = '', id, query, body } = request
  const parameters = parseParameters(query, commentTakes)
  const sent = parseRecordBody(body)
  return { token, requestId, model, id: parseId(id), sent, ...parameters, ...parseIdempotencyKey(request) }
}

/** Parses a change of a comment. */
export function parseUpdateComment(request: Request): UpdateCommentCall {
  return { ...parseCreateComment(request), comment: parseId(request.comment) }
}

/** Parses the delete of a comment. */
export function parseDeleteComment(request: Request): DeleteCommentCall {
  const { token, requestId, model = '', id, comment, query } = request
  const parameters = parseParameters(query, deleteCommentTakes)
  const at = { id: parseId(id), comment: parseId(comment) }
  return { token, requestId, model, ...at, ...parameters, ...parseIdempotencyKey(request) }
}
