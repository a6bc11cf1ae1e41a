import { type Authorization, serviceAuthorization } from '../../permission/Authorization.ts'
import { Rights } from '../../permission/Rights.ts'
import type { Context } from '../Context.ts'
import type { Declared } from '../loadDeclared.ts'
import { withConnection } from '../openConnection.ts'
import { addUser } from '../user/users.ts'

/** A user of a test, with the rights of one role. */
export interface TestCaller {
  readonly id: number
  readonly username: string
  readonly authorization: Authorization
}

/** The users of a test: one for each role, created when it is first needed, and one administrator. */
export class TestCallers {
  readonly #declared: Declared
  readonly #open: { readonly url: string; readonly connectTimeout: number }
  readonly #randomBytes: Context['randomBytes']
  readonly #made = new Map<string | undefined, Promise<TestCaller>>()

  constructor(
    declared: Declared,
    open: { readonly url: string; readonly connectTimeout: number },
    { randomBytes }: Pick<Context, 'randomBytes'>,
  ) {
    this.#declared = declared
    this.#open = open
    this.#randomBytes = randomBytes
  }

  /** Returns the user with a declared role, or the administrator. Throws if there is no such role. */
  find(role: string | undefined): Promise<TestCaller> {
    const made = this.#made.get(role) ?? this.#make(role, this.#made.size)
    this.#made.set(role, made)
    return made
  }

  async #make(role: string | undefined, others: number): Promise<TestCaller> {
    const rights = this.#rightsOf(role)
    const username = others === 0 ? 'tester' : `tester${others + 1}`
    const password = this.#randomBytes(24).toString('hex')
    const user = { username, name: role ?? 'Administrator', password, admin: role === undefined }
    const roles = role === undefined ? [] : [role]
    const { url, connectTimeout } = this.#open
    const id = await withConnection(url, connectTimeout, (connection) => addUser(connection, { ...user, roles }))
    if (id === undefined) throw new TypeError(`The models have a user ${username} already.`)
    return { id, username, authorization: { userId: id, rights, credential: undefined } }
  }

  #rightsOf(role: string | undefined): Rights {
    const { models, roles } = this.#declared
    if (role === undefined) return serviceAuthorization(models).rights
    const declared = roles.find(({ name }) => name === role)
    if (!declared) throw new TypeError(`There is no role ${role} in the folder.`)
    const rules = declared.rules.map((rule) => ({ ...rule, id: null, role }))
    return new Rights(` test ${role}`, rules, false, models)
  }
}
