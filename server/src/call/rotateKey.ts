import type { RotateKeyCall } from './AccountCall.ts'
import { takes } from './parameter/takes.ts'
import { parseBody } from './parseBody.ts'
import { parseId, refuseParameters } from './parseParameters.ts'
import { refuseKey } from './refuseKey.ts'
import type { Request } from './Request.ts'

/** What the rotation of an API key takes. */
export const rotateKeyTakes = takes({ body: ['overlap', 'newExpiry'] })

/** Parses the rotation of an API key: `{"overlap": "24h", "expiresOn": "2027-12-31T00:00:00Z"}`, both optional. */
export function parseRotateKey(request: Request): RotateKeyCall {
  const { token, id, body, query, requestId } = request
  refuseParameters(query)
  refuseKey(request)
  return { operation: 'rotateKey', token, requestId, id: parseId(id), ...parseBody(body, rotateKeyTakes) }
}
