import type { Context } from './Context.ts'

/** The randomness that the server needs. */
export function toServeOptions({ randomBytes }: Context) {
  return {
    newRequestId: () => randomBytes(12).toString('base64url'),
    newToken: () => randomBytes(32),
  }
}
