import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { Failure } from '../failure.ts'
import { keyModel, userModel, webhookModel } from '../model/builtIn/names.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { SaveManyPlan, UpdateMatchingPlan } from '../plan/BulkPlan.ts'
import type { CreatePlan, Plan, UpdatePlan, WriteContext } from '../plan/Plan.ts'
import { toApiKey, toHash, toSecret } from '../session/apiKey.ts'

/** The functions that writes of users and API keys need. */
export interface Access {
  /** Returns what is wrong with a new password of a user; undefined if it is accepted. */
  findPasswordFault(password: string, username: string): string | undefined
  hashPassword(password: string): Promise<string>
  /** Returns a digest in hex at the cost of a password hash. The same text and salt give the same digest. */
  digestSlowly(text: string, salt: string): Promise<string>
  /** Returns 256 random bits. */
  newToken(): Uint8Array
}

/** The services that `prepare` uses. */
export interface PrepareServices extends Pick<ExecutionServices, 'models' | 'run'> {
  readonly access: Access
}

/** A plan that is ready to be executed, and what its answer shows only once: a new API key, or a new secret. */
export interface PreparedPlan {
  readonly plan: Plan
  readonly once?: { readonly token: string } | { readonly secret: string }
}

/** Returns the failure for a password that is not accepted, with the name of the member that it was sent in. */
export function passwordRefused(member: string, fault: string): Failure {
  const message = `The password was not accepted: it ${fault}.`
  return new Failure('invalid-record', message, { errors: { [member]: fault } })
}

/**
 * Prepares the writes of users, API keys and webhooks: hashes passwords, makes new API keys and secrets. Other plans
 * are not changed.
 */
export async function prepare(plan: Plan, services: PrepareServices): Promise<PreparedPlan> {
  const { access } = services
  if (plan.model.name === userModel && 'context' in plan) return { plan: await withHashes(plan, services) }
  if (plan.model.name === webhookModel) return prepareWebhook(plan, access)
  if (plan.model.name !== keyModel) return { plan }
  if (plan.operation === 'saveMany' && plan.plans.some(({ operation }) => operation === 'create'))
    throw new Failure(
      'invalid-parameter',
      'Create API keys one by one: each is shown only once, in the response to its creation.',
    )
  return plan.operation === 'create' ? withKey(plan, access) : { plan }
}

async function withHashes(plan: Plan, services: PrepareServices): Promise<Plan> {
  if (!mayHavePassword(plan)) return plan
  const hashed = plan.operation === 'saveMany' ? await hashEach(plan, services) : await withHash(plan, '', services)
  return hashed === plan ? plan : { ...hashed, context: await withSlowDigest(plan.context, services.access) }
}

function mayHavePassword(plan: Plan): plan is CreatePlan | UpdatePlan | UpdateMatchingPlan | SaveManyPlan {
  return ['create', 'update', 'updateMatching', 'saveMany'].includes(plan.operation)
}

/** The stored digest of a request with a password must not be easier to guess from than the password's hash. */
export async function withSlowDigest(context: WriteContext, access: Access): Promise<WriteContext> {
  if (!context.idempotency || context.dryRun) return context
  const { key, hash } = context.idempotency
  return {
    ...context,
    idempotency: { key, hash: await access.digestSlowly(hash, `${context.authorization.userId} ${key}`) },
  }
}

async function hashEach(plan: SaveManyPlan, services: PrepareServices): Promise<SaveManyPlan> {
  const plans: (CreatePlan | UpdatePlan)[] = []
  for (const [index, one] of plan.plans.entries()) plans.push(await withHash(one, `${index}.`, services))
  return plans.every((one, index) => one === plan.plans[index]) ? plan : { ...plan, plans }
}

export async function withHash<P extends CreatePlan | UpdatePlan | UpdateMatchingPlan>(
  plan: P,
  path: string,
  services: PrepareServices,
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

/** Returns the username of the user to update, if the caller may read it: the password must not be the same. */
async function findUsername(
  plan: CreatePlan | UpdatePlan | UpdateMatchingPlan,
  { models, run }: PrepareServices,
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

function withKey(plan: CreatePlan, access: Access): PreparedPlan {
  const key = toApiKey(access.newToken())
  const made = new Map<string, ColumnValue>([
    ['tokenHash', toHash(key)],
    ['start', key.slice(0, 8)],
  ])
  return { plan: withValues(plan, made), ...(plan.context.dryRun ? {} : { once: { token: key } }) }
}

function prepareWebhook(plan: Plan, access: Access): PreparedPlan {
  if (plan.operation === 'saveMany') for (const [index, one] of plan.plans.entries()) requireSecret(one, `${index}.`)
  return plan.operation === 'create' ? withSecret(plan, access) : { plan }
}

/** Fails if a webhook is created together with other records and has no secret: the answer could not show a new one. */
export function requireSecret(plan: CreatePlan | UpdatePlan, path: string): void {
  if (plan.operation !== 'create' || hasSecret(plan)) return
  const fault =
    'is missing: send whsec_ and 24 to 64 random bytes in base64, or create the webhook alone; ' +
    'the service makes a secret then and shows it once, in the response'
  throw new Failure('invalid-record', `The secret of a webhook ${fault}.`, { errors: { [`${path}secret`]: fault } })
}

function hasSecret({ fields, values }: CreatePlan): boolean {
  return typeof values[fields.findIndex(({ name }) => name === 'secret')] === 'string'
}

/** Makes the secret of a new webhook that was sent without one. */
function withSecret(plan: CreatePlan, access: Access): PreparedPlan {
  if (hasSecret(plan)) return { plan }
  const secret = toSecret(access.newToken())
  return { plan: withValues(plan, new Map([['secret', secret]])), ...(plan.context.dryRun ? {} : { once: { secret } }) }
}

function withValues(plan: CreatePlan, made: ReadonlyMap<string, ColumnValue>): CreatePlan {
  return { ...plan, values: plan.fields.map(({ name }, index) => made.get(name) ?? plan.values[index] ?? null) }
}
