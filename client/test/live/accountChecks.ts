import { createClient, TabulariumError } from '@tabularium/client'
import type { Contacts } from '../models.ts'
import { type Check, equal, errorOf } from './checks.ts'
import type { Live } from './suite.ts'

/** Sessions and keys. */
export function accountChecks({ client, url, username, password, key, isPage }: Live): Check[] {
  const withKey = createClient<Contacts>({ url, key, retries: 0 })
  return [
    {
      name: 'a session knows its user and what they may do',
      run: async () => {
        const { user, models } = await client.me()
        equal([user.username, user.admin, typeof user.session?.until], [username, true, 'string'])
        equal(models['com.example.contacts.Tag'], ['read', 'create', 'update', 'delete'])
        const names = (await client.models()).map(({ name }) => name)
        equal(names.includes('com.example.contacts.Tag'), true)
      },
    },
    isPage
      ? {
          name: 'a page of another origin cannot use an API key',
          run: async () => {
            equal(((await errorOf(withKey.me())) as { code?: string }).code, 'no-answer')
          },
        }
      : {
          name: 'a program uses an API key, without a session',
          run: async () => {
            const { user } = await withKey.me()
            equal([user.username, user.session, user.key?.name], [username, undefined, 'live suite'])
          },
        },
    {
      name: 'a wrong password is refused, once',
      run: async () => {
        let attempts = 0
        const other = createClient({ url, onRequest: () => attempts++ })
        const error = await errorOf(other.login('nobody', 'a-wrong-password'))
        if (!(error instanceof TabulariumError)) throw error
        equal([error.code, error.status, attempts], ['wrong-credentials', 401, 1])
      },
    },
    {
      name: 'after a logout there is no session, until the next login',
      run: async () => {
        await client.logout()
        equal(((await errorOf(client.me())) as { code?: string }).code, 'session-required')
        await client.login(username, password)
        equal((await client.me()).user.username, username)
        await client.logout()
      },
    },
  ]
}
