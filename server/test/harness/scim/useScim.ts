import { beforeAll } from 'vitest'
import { recordOf } from '../client.ts'
import { makeKey, makeRole, User } from '../people.ts'
import type { Flags } from '../service.ts'
import { type ServiceUnderTest, useService } from '../useService.ts'
import { ScimClient } from './ScimClient.ts'

/** The groups that tests declare, with their roles. */
export const scimGroups = { 'Tab Sales': 'tab-sales', 'Tab Stock': 'tab-stock' }

/** A service with a directory. */
export interface ScimUnderTest extends ServiceUnderTest {
  readonly directory: ScimClient
  /** The id of the directory's key. */
  readonly key: number
  /** The id of the user to whom the key belongs. */
  readonly author: number
}

/** Starts a service with declared groups, their roles, and a key for SCIM. */
export function useScim(flags: Flags = {}): ScimUnderTest {
  const stage = useService(flags, { signIn: { providers: [], passwords: 'all', scim: { groups: scimGroups } } })
  const made: { directory?: ScimClient; key?: number; author?: number } = {}
  beforeAll(async () => {
    const { client, service } = stage
    for (const role of Object.values(scimGroups)) await makeRole(client, role, [])
    const { id } = recordOf(await client.create(User, { username: 'directory', kind: 'service' }))
    const { id: key, token } = await makeKey(client, { name: 'Entra', scope: 'scim', user: { id } })
    Object.assign(made, { directory: new ScimClient(service.url, token), key, author: id })
  })
  const require = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The directory is made before the tests and not while they are declared.')
    return value
  }
  return {
    get database() {
      return stage.database
    },
    get service() {
      return stage.service
    },
    get client() {
      return stage.client
    },
    get directory() {
      return require(made.directory)
    },
    get key() {
      return require(made.key)
    },
    get author() {
      return require(made.author)
    },
  }
}
