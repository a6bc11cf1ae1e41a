import type { FastifyRequest } from 'fastify'
import type { Operation } from '../call/Operation.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { scimStatusOf, toScimFailureText } from '../envelope/scimFailed.ts'
import type { Failure } from '../failure/failure.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import { httpStatusOf, type Reply, toFailureReply } from './toReply.ts'

const type = 'application/scim+json; charset=utf-8'

/** The reply of a success in SCIM (RFC 7644). What was deleted has no body. */
export function toScimReply({ text, version, created }: Envelope): Reply {
  const headers: Record<string, string> = {}
  if (version !== undefined) headers.etag = `W/"${version}"`
  if (created !== undefined) headers.location = created
  if (text === '') return { status: 204, headers, body: '' }
  return { status: created === undefined ? 200 : 201, headers, body: text, type }
}

/** The reply of a failure, in the form of the operation that refuses. */
export function toRefusalOf(
  operation: Operation | undefined,
  failure: Failure,
  requestId: string,
  challenge?: string,
): Reply {
  const reply = toFailureReply(failure, requestId, challenge)
  if (!operation?.isScim) return reply
  const status = scimStatusOf(failure) ?? httpStatusOf[failure.code]
  return { ...reply, status, body: toScimFailureText(failure, status, requestId), type }
}

/** Counts an answer by what the directory asked for. Other names than these are somebody's text. */
export function countScim({ method, params }: FastifyRequest, { status }: Reply, recorder: Recorder): void {
  const { resource = '' } = (params ?? {}) as { readonly resource?: string }
  recorder.onScim(resource === 'Users' || resource === 'Groups' ? resource : 'other', method, status)
}
