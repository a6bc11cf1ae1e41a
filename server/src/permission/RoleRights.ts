import type { Models } from '../model/Models.ts'
import type { DeclaredRole } from '../model/role.ts'
import { Rights } from './Rights.ts'

/**
 * What declared roles allow, for logic that has the rights of a role: the rules of the role as its file declares them,
 * without those that every user has. It also writes the fields that models reserve for logic.
 */
export class RoleRights {
  readonly #models: Models
  readonly #roles: ReadonlyMap<string, DeclaredRole>
  readonly #rights = new Map<string, Rights>()

  constructor(roles: readonly DeclaredRole[], models: Models) {
    this.#models = models
    this.#roles = new Map(roles.map((role) => [role.name, role]))
  }

  /** The rights of a role that logic names. They are made once. */
  get(name: string): Rights {
    const known = this.#rights.get(name)
    if (known) return known
    const role = this.#roles.get(name)
    if (!role) throw new TypeError(`The role ${name} was not loaded.`)
    const rules = role.rules.map((rule) => ({ ...rule, id: null, role: name }))
    const made = new Rights(` role ${name}`, rules, false, this.#models, []).forLogic()
    this.#rights.set(name, made)
    return made
  }
}
