import type { Context } from './Context.ts'

const idLength = 12
/** The number of ids from one call of randomBytes: a call for each id would cost more than the id. */
const idsPerCall = 256

/** What the server needs of the process: randomness, time, the working folder, and the version of the program. */
export function toServeOptions({
  randomBytes,
  random,
  time: now,
  version,
  folder,
}: Pick<Context, 'randomBytes' | 'random' | 'time' | 'version' | 'folder'>) {
  return { version, folder, now, random, newRequestId: createRequestIds(randomBytes), newToken: () => randomBytes(32) }
}

function createRequestIds(randomBytes: Context['randomBytes']): () => string {
  let bytes: Buffer = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === bytes.length) {
      bytes = randomBytes(idLength * idsPerCall)
      used = 0
    }
    used += idLength
    return bytes.toString('base64url', used - idLength, used)
  }
}
