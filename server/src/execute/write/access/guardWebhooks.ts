import { Failure } from '../../../failure/failure.ts'
import { webhookModel } from '../../../model/builtIn/names.ts'
import type { Model } from '../../../model/Model.ts'
import { parseLimit } from '../../../permission/limitRights.ts'
import { keyIdOf } from '../../../permission/Authorization.ts'
import { permit } from '../../../permission/permit.ts'
import { Faults, refuseFaults } from '../../../plan/Faults.ts'
import { lendableKeyStatement } from '../../../statement/service/keys.ts'
import { writtenWebhooksStatement } from '../../../statement/service/writtenWebhooks.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * Runs before webhooks are changed or deleted. A webhook sends what its user may read, so all but administrators write
 * only their own.
 */
export async function guardWebhooksBefore(
  { name }: Pick<Model, 'name'>,
  ids: readonly number[],
  { authorization, transaction }: WriteTransaction,
): Promise<void> {
  if (name !== webhookModel) return
  const rows = await transaction.run(writtenWebhooksStatement(ids))
  if (!authorization.rights.isAdmin && rows.some(([, user]) => Number(user) !== authorization.userId)) throw notOwn()
}

/** Runs at the end of a transaction that wrote webhooks: their user is the caller's to choose, and they make sense. */
export async function guardWebhooksAfter(tx: WriteTransaction): Promise<void> {
  const { writtenRecords, authorization, transaction, services } = tx
  const ids = writtenRecords.idsOf(webhookModel)
  if (ids.length === 0) return
  await refuseLentKey(tx)
  for (const [, user, url, models, condition] of await transaction.run(writtenWebhooksStatement(ids))) {
    if (!authorization.rights.isAdmin && Number(user) !== authorization.userId) throw notOwn()
    const faults = new Faults()
    const fault = services.sender.findFault(url ?? '')
    if (fault !== undefined) faults.set('url', fault)
    checkModels(JSON.parse(models ?? 'null'), JSON.parse(condition ?? 'null'), faults, tx)
    refuseFaults(faults)
  }
}

/** A webhook has all rights of its user, and does not expire: a key that has fewer, or expires, makes none. */
async function refuseLentKey({ authorization, transaction }: WriteTransaction): Promise<void> {
  const key = keyIdOf(authorization)
  if (key === undefined || (await transaction.run(lendableKeyStatement(key))).length > 0) return
  throw new Failure(
    'not-permitted',
    'An API key that expires or is limited cannot write webhooks, which have all rights of their user: log in.',
  )
}

function checkModels(names: unknown, criteria: unknown, faults: Faults, { authorization }: WriteTransaction): void {
  if (!Array.isArray(names) || names.length === 0 || !names.every((name) => typeof name === 'string')) {
    faults.set('models', 'must be an array of names of models, such as ["com.example.contacts.Contact"]')
    return
  }
  const { rights } = authorization
  const models = names.flatMap((name) => orFault('models', faults, () => permit(name, ['read'], rights)) ?? [])
  if (criteria === null) return
  for (const model of models) orFault('condition', faults, () => parseLimit(criteria, model, authorization.rights))
}

function orFault<T>(field: string, faults: Faults, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    faults.set(field, `is not accepted: ${error.message}`)
    return undefined
  }
}

function notOwn(): Failure {
  return new Failure(
    'not-permitted',
    'A webhook sends what its user may read, so only an administrator can write one for somebody else.',
  )
}
