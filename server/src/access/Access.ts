import { Failure } from '../failure.ts'
import { keyModel, userModel } from '../model/builtIn/names.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { BulkPlan, CreatePlan, MassPlan, Plan, UpdatePlan } from '../plan/Plan.ts'
import { toApiKey, toHash } from '../session/apiKey.ts'

/** What the service's own records need that no client can send. */
export interface Access {
  /** What is wrong with a new password of somebody. */
  findPasswordFault(password: string, username: string): string | undefined
  hashPassword(password: string): Promise<string>
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** A plan that is ready to be carried out, and a new API key, which is shown this once. */
export interface Prepared {
  readonly plan: Plan
  readonly key?: string
}

/**
 * Prepares the writes of the service's own records: passwords are hashed, and a new API key is made. Of others nothing is touched.
 * Whose password it is counts where the plan itself does not say it.
 */
export async function prepare(plan: Plan, access: Access, username = ''): Promise<Prepared> {
  if (plan.model.name === userModel && 'note' in plan) return { plan: await withHashes(plan, access, username) }
  if (plan.model.name !== keyModel) return { plan }
  if (plan.operation === 'bulk' && plan.plans.some(({ operation }) => operation === 'create'))
    throw new Failure('invalid-parameter', 'Make API keys one by one: each is shown once, when it is made.')
  return plan.operation === 'create' ? withKey(plan, access) : { plan }
}

async function withHashes(plan: Plan, access: Access, username: string): Promise<Plan> {
  if (plan.operation === 'bulk') return hashEach(plan, access)
  if (plan.operation === 'create' || plan.operation === 'update' || plan.operation === 'mass')
    return withHash(plan, '', access, username)
  return plan
}

async function hashEach(plan: BulkPlan, access: Access): Promise<BulkPlan> {
  const plans: (CreatePlan | UpdatePlan)[] = []
  for (const [index, one] of plan.plans.entries()) plans.push(await withHash(one, `${index}.`, access, ''))
  return { ...plan, plans }
}

async function withHash<P extends CreatePlan | UpdatePlan | MassPlan>(
  plan: P,
  prefix: string,
  access: Access,
  owner: string,
): Promise<P> {
  const indexOf = (field: string) => plan.fields.findIndex(({ name }) => name === field)
  const index = indexOf('password')
  const [password, username] = [plan.values[index], plan.values[indexOf('username')]]
  if (typeof password !== 'string') return plan
  const fault = access.findPasswordFault(password, typeof username === 'string' ? username : owner)
  if (fault !== undefined)
    throw new Failure('invalid-record', `The password was not accepted: it ${fault}.`, {
      errors: { [`${prefix}password`]: fault },
    })
  return { ...plan, values: plan.values.with(index, await access.hashPassword(password)) }
}

function withKey(plan: CreatePlan, access: Access): Prepared {
  const key = toApiKey(access.newToken())
  const made = new Map<string, ColumnValue>([
    ['tokenHash', toHash(key)],
    ['start', key.slice(0, 8)],
  ])
  const values = plan.fields.map(({ name }, index) => made.get(name) ?? plan.values[index] ?? null)
  return { plan: { ...plan, values }, key }
}
