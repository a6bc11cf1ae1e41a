import { createClient, TabulariumError } from '@tabularium/client'
import type { Contacts } from '../models.ts'
import { type Check, equal, errorOf, holds } from './checks.ts'
import type { Live } from './suite.ts'

/** What goes wrong: in requests, on the way, and on purpose. */
export function failureChecks({ client, platform, url, username, password }: Live): Check[] {
  const contacts = client.records('com.example.contacts.Contact')

  /** A client with a session whose network is as the test wishes. */
  async function clientOver(send: typeof fetch, retries = 2) {
    const other = createClient<Contacts>({ url, retries, fetch: send })
    await other.login(username, password)
    return other.records('com.example.contacts.Contact')
  }

  return [
    {
      name: 'a record with mistakes is refused, by field',
      run: async () => {
        const error = await errorOf(
          contacts.create({ firstName: 'x', lastName: platform, email: 'no address', phone: 'none' }),
        )
        if (!(error instanceof TabulariumError) || error.code !== 'invalid-record') throw error
        equal([error.status, Object.keys(error.errors).toSorted()], [400, ['email', 'phone']])
        holds((error.requestId ?? '') !== '', 'the request can be found in the log')
      },
    },
    {
      name: 'a missing record is an error with its code',
      run: async () => {
        const error = await errorOf(contacts.read(9_007_199_254_740_991))
        if (!(error instanceof TabulariumError)) throw error
        equal([error.name, error.code, error.status], ['TabulariumError', 'record-not-found', 404])
      },
    },
    {
      name: 'a lost answer is asked for again, and the write is done once',
      run: async () => {
        let lost = 0
        const lossy = await clientOver(async (input, init) => {
          const response = await fetch(input, init)
          if (init?.method !== 'PUT' || lost > 1) return response
          lost++
          await response.arrayBuffer()
          throw new TypeError('the answer was lost')
        })
        const made = await lossy.create({ firstName: 'Lost', lastName: platform })
        equal([lost, made.version], [2, 0])
        equal((await contacts.find({ where: { firstName: 'Lost', lastName: platform } })).total, 1)
      },
    },
    {
      name: 'without an answer the outcome of a write is unknown, and the error says so',
      run: async () => {
        const down = await clientOver(async (input, init) => {
          if (init?.method === 'PUT') throw new TypeError('no network')
          return fetch(input, init)
        }, 1)
        const error = await errorOf(down.create({ firstName: 'Down', lastName: platform }))
        if (!(error instanceof TabulariumError)) throw error
        equal([error.code, error.outcome, error.status], ['no-answer', 'unknown', undefined])
      },
    },
    {
      name: 'a call ends when its signal does',
      run: async () => {
        const signal = AbortSignal.abort(new DOMException('not needed', 'AbortError'))
        equal(((await errorOf(contacts.find({}, { signal }))) as Error).name, 'AbortError')
        const controller = new AbortController()
        const slow = contacts.find({ where: { lastName: { like: '%a%' } } }, { signal: controller.signal })
        controller.abort()
        equal(((await errorOf(slow)) as Error).name, 'AbortError')
      },
    },
    {
      name: 'onRequest tells of each attempt',
      run: async () => {
        const told: unknown[] = []
        const other = createClient<Contacts>({
          url,
          onRequest: ({ method, path, status, attempt, requestId, duration }) =>
            told.push([method, path, status, attempt, typeof requestId, duration >= 0]),
        })
        await other.login(username, password)
        equal(told, [['POST', '/callback', 200, 1, 'string', true]])
      },
    },
    {
      name: 'names do not lead to other addresses',
      run: async () => {
        const any = createClient({ url })
        await any.login(username, password)
        const error = await errorOf(any.records('../../logout?x=').read(1))
        equal((error as { code?: string }).code, 'unknown-model')
        equal((await client.me()).user.username, username)
      },
    },
    {
      name: 'an address that is not of a service is named as such',
      run: async () => {
        const error = await errorOf(createClient({ url: `${url}/nowhere` }).me())
        equal((error as { code?: string }).code, 'unknown-path')
      },
    },
  ]
}
