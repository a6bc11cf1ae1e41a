import type { Context } from './Context.ts'

const idLength = 12
/** Ids that are made of one draw of random bytes: each draw alone would cost more than the id. */
const lot = 256

/** The randomness that the server needs. */
export function toServeOptions({ randomBytes }: Pick<Context, 'randomBytes'>) {
  return { newRequestId: createRequestIds(randomBytes), newToken: () => randomBytes(32) }
}

function createRequestIds(randomBytes: Context['randomBytes']): () => string {
  let bytes: Buffer = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === bytes.length) {
      bytes = randomBytes(idLength * lot)
      used = 0
    }
    used += idLength
    return bytes.toString('base64url', used - idLength, used)
  }
}
