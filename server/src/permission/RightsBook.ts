import type { Models } from '../model/Models.ts'
import { Rights } from './Rights.ts'
import type { Rule } from './Rule.ts'

/** How many different sets of rules are kept worked out. */
const most = 256

/**
 * Rights by the text of their rules, as the database gave it for this very request. It only saves working them out again: other
 * rules are another text, so nothing in it can be out of date.
 */
export class RightsBook {
  readonly #models: Models
  readonly #admin: Rights
  readonly #known = new Map<string, Rights>()
  #count = 0

  constructor(models: Models) {
    this.#models = models
    this.#admin = new Rights('', [], true, models)
  }

  /** The rights of somebody with these rules, which are the members of a JSON array without its brackets. */
  find({ admin, rules }: { readonly admin: boolean; readonly rules: string }): Rights {
    if (admin) return this.#admin
    const known = this.#known.get(rules)
    if (known) return known
    const [oldest] = this.#known.keys()
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest)
    const parsed: Rule[] = JSON.parse(`[${rules}]`)
    const rights = new Rights(` sight ${++this.#count}`, parsed, false, this.#models)
    this.#known.set(rules, rights)
    return rights
  }
}
