import type { WriteContext } from '../plan/Plan.ts'
import type { Passwords } from './ExecutionServices.ts'

/** The stored digest of a request with a password must not be easier to guess from than the password's hash. */
export async function withSlowDigest(context: WriteContext, { digest }: Passwords): Promise<WriteContext> {
  if (!context.idempotency || context.dryRun) return context
  const { key, hash } = context.idempotency
  return { ...context, idempotency: { key, hash: await digest(hash, `${context.authorization.userId} ${key}`) } }
}
