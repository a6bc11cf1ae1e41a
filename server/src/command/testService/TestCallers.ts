import { type Authorization, serviceAuthorization } from '../../permission/Authorization.ts'
import { Rights } from '../../permission/Rights.ts'
import type { Context } from '../Context.ts'
import type { Declared } from '../loadDeclared.ts'
import { withConnection } from '../openConnection.ts'
import { addUser } from '../user/users.ts'

/** A user of a test: a reference to the user, and somebody to act as. */
export interface TestUser {
  readonly id: number
}

/** A user to make: the names of declared roles, and other fields of users, those of `extendUser` included. */
export interface NewTestUser {
  /** `tester`, `tester2` … if absent. */
  readonly username?: string
  /** Without roles, the user may do what everybody may. */
  readonly roles?: readonly string[]
  readonly admin?: boolean
  readonly [field: string]: unknown
}

/** A user of a test, with the rights of their roles. */
export interface TestCaller extends TestUser {
  readonly username: string
  readonly authorization: Authorization
}

/** The users of a test: one for each role, made when it is first needed, one administrator, and those that it makes. */
export class TestCallers {
  readonly #declared: Declared
  readonly #open: { readonly url: string; readonly connectTimeout: number }
  readonly #randomBytes: Context['randomBytes']
  readonly #ofRoles = new Map<string | undefined, Promise<TestCaller>>()
  readonly #made = new Map<number, TestCaller>()
  #count = 0

  constructor(
    declared: Declared,
    open: { readonly url: string; readonly connectTimeout: number },
    { randomBytes }: Pick<Context, 'randomBytes'>,
  ) {
    this.#declared = declared
    this.#open = open
    this.#randomBytes = randomBytes
  }

  /** Returns the user with a declared role, the administrator, or a user who was made. Throws if there is none. */
  async find(who: string | TestUser | undefined): Promise<TestCaller> {
    if (typeof who === 'object') {
      const made = this.#made.get(who.id)
      if (!made) throw new TypeError(`The kit made no user with the id ${who.id}: use the result of kit.user.`)
      return made
    }
    const made = this.#ofRoles.get(who) ?? this.make({ name: who ?? 'Administrator', ...asRole(who) })
    this.#ofRoles.set(who, made)
    return made
  }

  /** Makes a user. */
  async make({ username, roles = [], admin = false, ...fields }: NewTestUser): Promise<TestCaller> {
    const rights = this.#rightsOf(roles, admin)
    const number = ++this.#count
    const given = username ?? (number === 1 ? 'tester' : `tester${number}`)
    const password = this.#randomBytes(24).toString('hex')
    const user = { name: given, ...fields, username: given, password, admin, roles }
    const { url, connectTimeout } = this.#open
    const { models } = this.#declared
    const id = await withConnection(url, connectTimeout, (connection) => addUser(connection, user, models))
    if (id === undefined) throw new TypeError(`There is a user ${given} already.`)
    const caller = { id, username: given, authorization: { userId: id, rights, credential: undefined } }
    this.#made.set(id, caller)
    return caller
  }

  #rightsOf(names: readonly string[], admin: boolean): Rights {
    const { models, roles } = this.#declared
    if (admin) return serviceAuthorization(models).rights
    const rules = names.flatMap((role) => {
      const declared = roles.find(({ name }) => name === role)
      if (!declared) throw new TypeError(`There is no role ${role} in the folder.`)
      return declared.rules.map((rule) => ({ ...rule, id: null, role }))
    })
    return new Rights(` test ${names.join()}`, rules, false, models)
  }
}

function asRole(role: string | undefined): Pick<NewTestUser, 'roles' | 'admin'> {
  return role === undefined ? { admin: true } : { roles: [role] }
}
