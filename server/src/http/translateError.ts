import { Failure } from '../failure/failure.ts'
import { asFailure } from './toReply.ts'

/** Translates the errors of the web framework into failures. */
export function translateError(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Failure('unsupported-media-type', 'The body must be JSON: send Content-Type: application/json.')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure('body-too-large', 'The body is larger than this service accepts.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Failure('malformed-json', 'The length of the body differs from Content-Length.')
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new Failure('malformed-json', 'The connection ended before the body did.', { reason: 'hung-up' })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new Failure('invalid-parameter', 'The path cannot be decoded: write special characters as %XX of UTF-8.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Failure('invalid-parameter', 'A part of the path is too long.')
    default:
      return asFailure(error)
  }
}
