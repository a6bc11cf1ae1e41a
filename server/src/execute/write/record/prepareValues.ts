import { Failure } from '../../../failure/failure.ts'
import { keyModel, webhookModel } from '../../../model/builtIn/names.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import { webhookSecretsStatement } from '../../../statement/service/writtenWebhooks.ts'
import { toHashed } from '../../hashPasswords.ts'
import { withValue } from './changePlan.ts'
import { readInTransaction } from '../readInTransaction.ts'
import { atPath, type WriteItem } from './WriteItem.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * Prepares the values of records for their columns. Every write of a record passes here, whatever planned it: a request
 * for one record or many, a member, an upsert, an undo, logic. Passwords are hashed, what only its creator could show
 * is refused if it is missing, and the secret of a webhook that is replaced is kept.
 */
export async function prepareValues(items: readonly WriteItem[], tx: WriteTransaction): Promise<readonly WriteItem[]> {
  for (const { plan, path } of items) if (plan.operation === 'create') requireSecret(plan, path)
  const given = await withPreviousSecrets(items, tx)
  if (given.every(({ plan }) => !plan.unhashed)) return given
  const prepared: WriteItem[] = []
  for (const item of given) prepared.push({ ...item, plan: await withHashes(item.plan, tx) })
  return prepared
}

/** A secret of a webhook that is replaced signs along for a while: it is written with the new one. */
async function withPreviousSecrets(
  items: readonly WriteItem[],
  { transaction }: WriteTransaction,
): Promise<readonly WriteItem[]> {
  const ids = items.flatMap(({ plan }) => (replacesSecret(plan) ? [plan.id] : []))
  if (ids.length === 0) return items
  const rows = await transaction.run(webhookSecretsStatement(ids))
  const known = new Map(rows.map(([id, ...secret]) => [Number(id), secret]))
  return items.map((item) => {
    const { plan } = item
    const [secret = null, now = null] = (replacesSecret(plan) && known.get(plan.id)) || []
    if (now === null) return item
    return { ...item, plan: withValue(withValue(plan, 'previousSecret', secret), 'secretChangedOn', now) }
  })
}

function replacesSecret(plan: CreatePlan | UpdatePlan): plan is UpdatePlan {
  const isChange = plan.operation === 'update' && plan.model.name === webhookModel
  return isChange && plan.fields.some(({ name }) => name === 'secret')
}

async function withHashes(plan: CreatePlan | UpdatePlan, tx: WriteTransaction): Promise<CreatePlan | UpdatePlan> {
  if (!plan.unhashed) return plan
  return toHashed(plan, tx.services.passwords, async (read) => (await readInTransaction([read], tx))[0])
}

/** Fails for a new API key or webhook without its secret: only a request that creates it alone shows a new one. */
function requireSecret(plan: CreatePlan, path: string): void {
  if (plan.model.name === keyModel && !has(plan, 'tokenHash')) throw keyNotShown(path)
  if (plan.model.name === webhookModel && !has(plan, 'secret')) throw atPath(secretMissing(), path)
}

function has({ fields, values }: CreatePlan, name: string): boolean {
  return typeof values[fields.findIndex((field) => field.name === name)] === 'string'
}

function keyNotShown(path: string): unknown {
  const isMember = /[^\d.]/.test(path)
  if (!isMember)
    return atPath(
      new Failure(
        'invalid-parameter',
        'Create API keys one by one: each is shown only once, in the response to its creation.',
      ),
      path,
    )
  const fault = 'is an API key, which must be created alone because it is shown once'
  const member = path.slice(0, -1)
  return new Failure('invalid-record', `The record was not accepted; see errors for each field: ${member}.`, {
    errors: { [member]: fault },
  })
}

function secretMissing(): Failure {
  const fault =
    'is missing: send whsec_ and 24 to 64 random bytes in base64, or create the webhook alone; ' +
    'the service makes a secret then and shows it once, in the response'
  return new Failure('invalid-record', `The secret of a webhook ${fault}.`, { errors: { secret: fault } })
}
