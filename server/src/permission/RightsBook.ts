import type { Models } from '../model/Models.ts'
import { ownRulesOfKey, ownRulesOfSession } from './ownRules.ts'
import { Rights } from './Rights.ts'
import type { Rule } from './Rule.ts'

/** How many different sets of rules are kept worked out. */
const most = 256

/** Whose rights are asked for. */
interface Holder {
  readonly admin: boolean
  readonly rules: string
  readonly credential?: { readonly isKey: boolean }
}

/** The rights of one kind of credential, and the rules that all of that kind have. */
interface Shelf {
  readonly known: Map<string, Rights>
  readonly ownRules: readonly Rule[]
}

/**
 * Rights by the text of their rules, as the database gave it for this very request. It only saves working them out
 * again: other rules are another text, so nothing in it can be out of date.
 */
export class RightsBook {
  readonly #models: Models
  readonly #admin: Rights
  readonly #ofSessions: Shelf
  readonly #ofKeys: Shelf
  #count = 0

  constructor(models: Models) {
    this.#models = models
    this.#ofSessions = { known: new Map(), ownRules: ownRulesOfSession(models) }
    this.#ofKeys = { known: new Map(), ownRules: ownRulesOfKey(models) }
    this.#admin = new Rights('', [], true, models)
  }

  /**
   * The rights of a caller with these rules, which are the members of a JSON array without its brackets. Without a
   * proof they are those of a session.
   */
  find({ admin, rules, credential }: Holder): Rights {
    if (admin) return this.#admin
    const { known, ownRules } = credential?.isKey ? this.#ofKeys : this.#ofSessions
    const found = known.get(rules)
    if (found) {
      // Behind all others, so that the first is the one that was not used for the longest time.
      known.delete(rules)
      known.set(rules, found)
      return found
    }
    const [oldest] = known.keys()
    if (known.size >= most && oldest !== undefined) known.delete(oldest)
    const parsed: Rule[] = JSON.parse(`[${rules}]`)
    const rights = new Rights(` sight ${++this.#count}`, parsed, false, this.#models, ownRules)
    known.set(rules, rights)
    return rights
  }
}
