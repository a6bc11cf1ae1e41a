import type { Condition } from '../criteria/Condition.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { limitRights, parseLimit } from '../permission/limitRights.ts'
import { permit } from '../permission/permit.ts'
import type { Rights } from '../permission/Rights.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import type { FeedPosition } from '../plan/changeToken.ts'

/** Why nothing is delivered for a webhook. */
export type WebhookFault = 'user' | 'secret' | 'models' | 'condition' | 'changes-gone'

/** A webhook as it is stored, with its cursor and its user's rights. */
export interface StoredWebhook {
  readonly version: number
  readonly url: string
  readonly models: unknown
  readonly condition: unknown
  /** The secret, and the one before it while that is valid. */
  readonly secrets: readonly string[]
  readonly state: string
  readonly order: string
  readonly cursor: FeedPosition
  readonly fault: string | null
  readonly userId: number
  readonly isAdmin: boolean
  readonly isDisabled: boolean
  readonly rules: string
  /** The revision of all rights when it was loaded. */
  readonly revision: string
  /** The released mark when it was loaded. */
  readonly released: number
  /** How many deliveries wait. */
  readonly waiting: number
  /** Whether a record's changes are in the journal alone, and nothing of it is before them any more. */
  readonly hasOpenBacklog: boolean
}

/** Names the columns of a loaded webhook. */
export function toStoredWebhook(row: readonly (string | null)[]): StoredWebhook {
  const [version, url, models, condition, secret, previous, state, order, position, digest, fault] = row
  const [userId, isAdmin, isDisabled, rules, revision, released, waiting, hasOpenBacklog] = row.slice(11)
  return {
    version: Number(version),
    url: url ?? '',
    models: JSON.parse(models ?? 'null'),
    condition: JSON.parse(condition ?? 'null'),
    secrets: [secret, previous].filter((one) => typeof one === 'string'),
    state: state ?? '',
    order: order ?? '',
    cursor: { position: Number(position), digest: digest ?? '' },
    fault: fault ?? null,
    userId: Number(userId),
    isAdmin: isAdmin === 't',
    isDisabled: isDisabled === 't',
    rules: rules ?? '',
    revision: revision ?? '',
    released: Number(released),
    waiting: Number(waiting),
    hasOpenBacklog: hasOpenBacklog === 't',
  }
}

/** What a webhook may send: its models, and the rights of its user to records that meet its condition. */
export interface WebhookScope {
  readonly models: readonly Model[]
  readonly authorization: Authorization
}

/**
 * Works out what webhooks may send. Rights with a condition are computed once: their statements are cached by them. A
 * process has one of these, because it names those rights.
 */
export class WebhookScopes {
  readonly #models: Models
  readonly #rights: RightsCache
  readonly #limited = new Map<string, Rights>()
  #count = 0

  constructor(models: Models, rights: RightsCache) {
    this.#models = models
    this.#rights = rights
  }

  /** Returns what a webhook may send now, or why it may send nothing. */
  find(webhook: StoredWebhook): WebhookScope | WebhookFault {
    if (webhook.isDisabled) return 'user'
    if (webhook.secrets.length === 0) return 'secret'
    const rights = this.#rights.get({ admin: webhook.isAdmin, rules: webhook.isAdmin ? '' : webhook.rules })
    const models = findReadable(webhook.models, rights)
    if (!models) return 'models'
    const limited = this.#limit(webhook, models, rights)
    if (!limited) return 'condition'
    return { models, authorization: { userId: webhook.userId, rights: limited, credential: undefined } }
  }

  #limit({ condition, rules, isAdmin }: StoredWebhook, models: readonly Model[], rights: Rights): Rights | undefined {
    if (condition === null) return rights
    const key = JSON.stringify([isAdmin, rules, condition, models.map(({ name }) => name)])
    const known = this.#limited.get(key)
    if (known) return known
    const limits = findLimits(condition, models, rights)
    if (!limits) return undefined
    const limited = limitRights(rights, limits, this.#models, ` webhook ${++this.#count}`)
    const [oldest] = this.#limited.keys()
    if (this.#limited.size >= maxLimited && oldest !== undefined) this.#limited.delete(oldest)
    this.#limited.set(key, limited)
    return limited
  }
}

/** How many different conditions are kept. */
const maxLimited = 256

/** The models that a webhook names, if its user may read all of them. */
function findReadable(names: unknown, rights: Rights): Model[] | undefined {
  if (!Array.isArray(names) || names.length === 0) return undefined
  return orUndefined(() => [...new Set(names)].map((name) => permit(String(name), ['read'], rights)))
}

function findLimits(criteria: unknown, models: readonly Model[], rights: Rights): Map<string, Condition> | undefined {
  return orUndefined(() => new Map(models.map((model) => [model.name, parseLimit(criteria, model, rights)])))
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
