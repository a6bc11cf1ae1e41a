import { ConflictError } from '@tabularium/client'
import { type Check, equal, errorOf, holds } from './checks.ts'
import type { Live } from './suite.ts'

/** Two people who change one record. */
export function conflictChecks({ client, platform, username }: Live): Check[] {
  const contacts = client.records('com.example.contacts.Contact')

  /** A conflict over the e-mail address of a new contact, and its id. */
  async function clash(): Promise<{ error: ConflictError; id: number }> {
    const seen = await contacts.create({ firstName: 'Clash', lastName: platform, email: 'seen@example.com' })
    await contacts.update(seen, { email: 'theirs@example.com' })
    const error = await errorOf(contacts.update(seen, { email: 'yours@example.com', phone: '+44 2' }))
    if (!(error instanceof ConflictError)) throw new Error(`not a conflict: ${String(error)}`)
    return { error, id: seen.id }
  }

  return [
    {
      name: 'a conflict tells the three values, who changed them, and what can be merged',
      run: async () => {
        const { error } = await clash()
        equal([error.code, error.status], ['version-conflict', 409])
        const [first] = error.conflicts ?? []
        equal(
          [first?.field, first?.base, first?.current, first?.yours, first?.by?.username],
          ['email', 'seen@example.com', 'theirs@example.com', 'yours@example.com', username],
        )
        equal([error.conflicts?.length, error.mergeable, error.current?.version], [1, ['phone'], 1])
      },
    },
    {
      name: 'a merge refuses while a field is undecided, and keeps theirs',
      run: async () => {
        const { error, id } = await clash()
        holds(String(await errorOf(error.merge())).includes('Decide about email'), 'it names the field')
        await error.merge({ email: 'theirs' })
        const { version, email, phone } = await contacts.read(id)
        equal([version, email, phone], [2, 'theirs@example.com', '+44 2'])
      },
    },
    {
      name: 'a merge writes yours, or another value',
      run: async () => {
        const [one, other] = [await clash(), await clash()]
        await one.error.merge({ email: 'yours' })
        await other.error.merge({ email: { value: 'both@example.com' } })
        equal((await contacts.read(one.id)).email, 'yours@example.com')
        equal((await contacts.read(other.id)).email, 'both@example.com')
      },
    },
    {
      name: 'changes of different fields are merged on request',
      run: async () => {
        const seen = await contacts.create({ firstName: 'Merge', lastName: platform })
        await contacts.update(seen, { email: 'one@example.com' })
        const { version, email, phone } = await contacts.update(seen, { phone: '+44 1' }, { onConflict: 'merge' })
        equal([version, email, phone], [2, 'one@example.com', '+44 1'])
      },
    },
    {
      name: 'a stale delete is a conflict',
      run: async () => {
        const seen = await contacts.create({ firstName: 'Stale', lastName: platform })
        await contacts.update(seen, { phone: '+44 3' })
        holds((await errorOf(contacts.delete(seen))) instanceof ConflictError, 'it is a ConflictError')
        equal(await contacts.delete(seen.id), { cleared: 0, deleted: 0 })
      },
    },
  ]
}
