import { invalid } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Refuses an idempotency key: the client would believe that a retry is safe because of it. */
export function refuseKey({ idempotencyKey }: Request): void {
  if (idempotencyKey !== undefined)
    throw invalid('Idempotency-Key is for writes of records. Send this request without it: repeating it does no harm.')
}
