import { keyModel, webhookModel } from '../model/builtIn/names.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import { toApiKey, toHash, toSecret } from '../session/apiKey.ts'

/** A plan with its secret, and what the answer shows only once: a new API key, or a new secret. */
export interface PlanWithSecret {
  readonly plan: CreatePlan
  readonly once?: { readonly token: string } | { readonly secret: string }
}

/** Makes a new API key, or the secret of a new webhook that was sent without one. Other plans are not changed. */
export function makeSecret(plan: CreatePlan, newToken: () => Uint8Array): PlanWithSecret {
  if (plan.model.name === keyModel) return withKey(plan, toApiKey(newToken()))
  const isSent = typeof plan.values[plan.fields.findIndex(({ name }) => name === 'secret')] === 'string'
  if (plan.model.name !== webhookModel || isSent) return { plan }
  const secret = toSecret(newToken())
  return { plan: withValues(plan, new Map([['secret', secret]])), ...(plan.context.dryRun ? {} : { once: { secret } }) }
}

function withKey(plan: CreatePlan, key: string): PlanWithSecret {
  const made = new Map<string, ColumnValue>([
    ['tokenHash', toHash(key)],
    ['start', key.slice(0, 8)],
  ])
  return { plan: withValues(plan, made), ...(plan.context.dryRun ? {} : { once: { token: key } }) }
}

function withValues(plan: CreatePlan, made: ReadonlyMap<string, ColumnValue>): CreatePlan {
  return { ...plan, values: plan.fields.map(({ name }, index) => made.get(name) ?? plan.values[index] ?? null) }
}
