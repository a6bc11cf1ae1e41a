import type { Models } from '../model/Models.ts'
import type { Credential } from './Credential.ts'
import { ownRulesOfKey, ownRulesOfReadingKey, ownRulesOfSession, ownRulesOfToken } from './ownRules.ts'
import { Rights } from './Rights.ts'
import type { Rule } from './Rule.ts'

/** How many different sets of rules are cached. */
const maxRights = 256

/** The caller whose rights are needed. */
interface RightsHolder {
  readonly admin: boolean
  readonly rules: string
  readonly credential?: Pick<Credential, 'isKey' | 'limits' | 'client'>
}

/** The cached rights for one kind of credential, and the rules that all credentials of that kind have. */
interface CachedRights {
  /** By the text of the rules; the least recently used first. */
  readonly byRules: Map<string, Rights>
  readonly ownRules: readonly Rule[]
}

/**
 * Rights by the text of their rules, which the database returned for the request. The cache is never out of date:
 * different rules are a different text. It only saves computing the same rights again.
 */
export class RightsCache {
  readonly #models: Models
  readonly #admin: Rights
  readonly #ofSessions: CachedRights
  readonly #ofKeys: CachedRights
  readonly #ofReadingKeys: CachedRights
  readonly #ofTokens: CachedRights
  #count = 0

  constructor(models: Models) {
    this.#models = models
    this.#ofSessions = { byRules: new Map(), ownRules: ownRulesOfSession(models) }
    this.#ofKeys = { byRules: new Map(), ownRules: ownRulesOfKey(models) }
    this.#ofReadingKeys = { byRules: new Map(), ownRules: ownRulesOfReadingKey(models) }
    this.#ofTokens = { byRules: new Map(), ownRules: ownRulesOfToken(models) }
    this.#admin = new Rights('', [], true, models)
  }

  /**
   * Returns the rights of a caller with these rules, which are the members of a JSON array without its brackets. If
   * there is no credential, they are the rights of a session.
   */
  get({ admin, rules, credential }: RightsHolder): Rights {
    if (admin) return this.#admin
    const { byRules, ownRules } = this.#ofKind(credential)
    const cached = byRules.get(rules)
    if (cached) {
      byRules.delete(rules)
      byRules.set(rules, cached)
      return cached
    }
    const [oldest] = byRules.keys()
    if (byRules.size >= maxRights && oldest !== undefined) byRules.delete(oldest)
    const parsed: Rule[] = JSON.parse(`[${rules}]`)
    const rights = new Rights(` visibility ${++this.#count}`, parsed, false, this.#models, ownRules)
    byRules.set(rules, rights)
    return rights
  }

  #ofKind(credential: RightsHolder['credential']): CachedRights {
    if (credential?.client) return this.#ofTokens
    if (!credential?.isKey) return this.#ofSessions
    return (credential.limits?.writes ?? 'all') === 'all' ? this.#ofKeys : this.#ofReadingKeys
  }
}
