import { TabulariumError } from '@tabularium/client'
import { changes, currentToken } from '@tabularium/client/changes'
import { type Check, equal, errorOf, holds } from './checks.ts'
import type { Live } from './suite.ts'

/** The change feed. */
export function changeChecks({ client, platform }: Live): Check[] {
  const contacts = client.records('com.example.contacts.Contact')
  const lastName = `Changes ${platform}`
  return [
    {
      name: 'changes are followed from a token, in order',
      run: async () => {
        const after = await currentToken(client)
        const made = await contacts.create({ firstName: 'A', lastName })
        await contacts.delete(await contacts.update(made, { vip: true }))
        const seen: unknown[] = []
        for await (const change of changes(client, { models: ['com.example.contacts.Contact'], after })) {
          // Other platforms write at the same time.
          if (change.operation === 'reset' || change.id !== made.id) continue
          seen.push([change.version, change.operation, change.token.length > 20])
          if (change.operation === 'delete') break
        }
        equal(seen, [
          [0, 'create', true],
          [1, 'update', true],
          [2, 'delete', true],
        ])
      },
    },
    {
      name: 'a change is there soon after it was made, and a signal ends the iteration',
      run: async () => {
        const ending = new AbortController()
        const following = changes(client, { record: 'now', after: await currentToken(client), signal: ending.signal })
        const made = await contacts.create({ firstName: 'B', lastName })
        for await (const change of following)
          if (
            change.operation === 'create' &&
            change.model === 'com.example.contacts.Contact' &&
            change.id === made.id
          ) {
            equal(change.record, made)
            ending.abort()
          }
        holds(ending.signal.aborted, 'the change came, and the iteration has ended')
      },
    },
    {
      name: 'a token that the service did not make is refused',
      run: async () => {
        const error = await errorOf(changes(client, { after: 'AAAA' }).next())
        holds(error instanceof TabulariumError && error.code === 'invalid-parameter', String(error))
      },
    },
  ]
}
