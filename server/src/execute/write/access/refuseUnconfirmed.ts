import { Failure } from '../../../failure/failure.ts'
import { protectedModels } from '../../../model/builtIn/names.ts'
import type { Authorization } from '../../../permission/Authorization.ts'
import type { Transaction } from '../../../postgres/Transaction.ts'
import { confirmedStatement } from '../../../statement/service/confirmations.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * Whoever finds an open session must not take accounts over for good: what protects accounts and rights is written only
 * if the user of the session has proven lately who they are. It is read from what was written, deletes and what follows
 * from them included, so it does not matter how it was written.
 */
export async function refuseUnconfirmed({ writtenRecords, authorization, transaction }: WriteTransaction) {
  const names = writtenRecords.all.map((one) => ('plan' in one ? one.plan.model : one.deleted).name)
  if (names.some((name) => protectedModels.includes(name))) await requireConfirmed(authorization, transaction)
}

/** Fails unless the user of the session has proven lately who they are. API keys and the service are not asked. */
export async function requireConfirmed(
  { credential, isConfirmed }: Pick<Authorization, 'credential' | 'isConfirmed'>,
  transaction: Transaction,
): Promise<void> {
  if (!credential || credential.isKey || isConfirmed) return
  // A session that has ended meanwhile is found by the check at the end of the transaction.
  const [row] = await transaction.run(confirmedStatement(credential))
  if (row?.[0] === 't') return
  if (credential.client)
    throw new Failure(
      'confirmation-required',
      'An access token changes rights only soon after its person has logged in: get another one.',
      { data: { methods: [] } },
    )
  const own = [...(row?.[1] === 't' ? ['password'] : []), ...(row?.[3] === 't' ? ['totp'] : [])]
  const providers: string[] = JSON.parse(row?.[2] ?? '[]')
  throw new Failure(
    'confirmation-required',
    'Confirm that it is you: POST /ws/confirm with your password or a code, or log in again. Then send it again.',
    { data: { methods: [...own, ...providers.map((name) => `oidc:${name}`)] } },
  )
}
