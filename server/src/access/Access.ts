import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { Failure } from '../failure.ts'
import { keyModel, userModel } from '../model/builtIn/names.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { SaveManyPlan, CreatePlan, UpdateMatchingPlan, Plan, UpdatePlan, WriteContext } from '../plan/Plan.ts'
import { toApiKey, toHash } from '../session/apiKey.ts'

/** What the service's own records need that no client can send. */
export interface Access {
  /** What is wrong with a new password of somebody. */
  findPasswordFault(password: string, username: string): string | undefined
  hashPassword(password: string): Promise<string>
  /** A digest in hex that is as slow to guess at as a password is. The same text and salt give the same. */
  digestSlowly(text: string, salt: string): Promise<string>
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** What plans are prepared with. */
export interface Preparing extends Pick<ExecutionServices, 'models' | 'run'> {
  readonly access: Access
}

/** A plan that is ready to be carried out, and a new API key, which is shown this once. */
export interface Prepared {
  readonly plan: Plan
  readonly key?: string
}

/** That a password cannot be had, under the name of the member that it was sent as. */
export function passwordRefused(member: string, fault: string): Failure {
  const message = `The password was not accepted: it ${fault}.`
  return new Failure('invalid-record', message, { errors: { [member]: fault } })
}

/**
 * Prepares the writes of the service's own records: passwords are hashed, and a new API key is made. Of others nothing
 * is touched.
 */
export async function prepare(plan: Plan, services: Preparing): Promise<Prepared> {
  const { access } = services
  if (plan.model.name === userModel && 'context' in plan) return { plan: await withHashes(plan, services) }
  if (plan.model.name !== keyModel) return { plan }
  if (plan.operation === 'saveMany' && plan.plans.some(({ operation }) => operation === 'create'))
    throw new Failure('invalid-parameter', 'Make API keys one by one: each is shown once, when it is made.')
  return plan.operation === 'create' ? withKey(plan, access) : { plan }
}

async function withHashes(plan: Plan, services: Preparing): Promise<Plan> {
  if (!mayHavePassword(plan)) return plan
  const hashed = plan.operation === 'saveMany' ? await hashEach(plan, services) : await withHash(plan, '', services)
  return hashed === plan ? plan : { ...hashed, context: await withSlowDigest(plan.context, services.access) }
}

function mayHavePassword(plan: Plan): plan is CreatePlan | UpdatePlan | UpdateMatchingPlan | SaveManyPlan {
  return ['create', 'update', 'updateMatching', 'saveMany'].includes(plan.operation)
}

/** What is kept to recognise a request with a password must not tell more of it than the hash of the password does. */
async function withSlowDigest(context: WriteContext, access: Access): Promise<WriteContext> {
  if (!context.idempotency || context.dryRun) return context
  const { key, hash } = context.idempotency
  return {
    ...context,
    idempotency: { key, hash: await access.digestSlowly(hash, `${context.authorization.userId} ${key}`) },
  }
}

async function hashEach(plan: SaveManyPlan, services: Preparing): Promise<SaveManyPlan> {
  const plans: (CreatePlan | UpdatePlan)[] = []
  for (const [index, one] of plan.plans.entries()) plans.push(await withHash(one, `${index}.`, services))
  return plans.every((one, index) => one === plan.plans[index]) ? plan : { ...plan, plans }
}

async function withHash<P extends CreatePlan | UpdatePlan | UpdateMatchingPlan>(
  plan: P,
  path: string,
  services: Preparing,
): Promise<P> {
  const { access } = services
  const indexOf = (field: string) => plan.fields.findIndex(({ name }) => name === field)
  const index = indexOf('password')
  const password = plan.values[index]
  if (typeof password !== 'string') return plan
  const username = plan.values[indexOf('username')] ?? (await findUsername(plan, services))
  const fault = access.findPasswordFault(password, typeof username === 'string' ? username : '')
  if (fault !== undefined) throw passwordRefused(`${path}password`, fault)
  return { ...plan, values: plan.values.with(index, await access.hashPassword(password)) }
}

/** The username of a user who is changed, if the caller sees it: it must not be the password. */
async function findUsername(
  plan: CreatePlan | UpdatePlan | UpdateMatchingPlan,
  { models, run }: Preparing,
): Promise<unknown> {
  if (plan.operation !== 'update') return undefined
  const { id, context } = plan
  const stored = await run.read({
    operation: 'read',
    model: models.get(userModel),
    authorization: context.authorization,
    id,
  })
  return stored && (JSON.parse(stored.json) as { username?: unknown }).username
}

function withKey(plan: CreatePlan, access: Access): Prepared {
  const key = toApiKey(access.newToken())
  const made = new Map<string, ColumnValue>([
    ['tokenHash', toHash(key)],
    ['start', key.slice(0, 8)],
  ])
  const values = plan.fields.map(({ name }, index) => made.get(name) ?? plan.values[index] ?? null)
  return { plan: { ...plan, values }, ...(plan.context.dryRun ? {} : { key }) }
}
