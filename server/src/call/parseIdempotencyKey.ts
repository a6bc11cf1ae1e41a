import { createHash } from 'node:crypto'
import { invalid } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses the client's key for a write. The digest of the request distinguishes a retry from another request. */
export function parseIdempotencyKey(request: Request): { idempotency?: { key: string; hash: string } } {
  const { idempotencyKey: key } = request
  if (key === undefined) return {}
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID.')
  return { idempotency: { key, hash: digest(request) } }
}

function digest({ operation, model, id, action, query, ifMatch, body }: Request): string {
  const parts = JSON.stringify([operation, action ?? model ?? '', id ?? '', query, ifMatch ?? ''])
  return createHash('sha256')
    .update(parts)
    .update(body ?? '')
    .digest('hex')
}
