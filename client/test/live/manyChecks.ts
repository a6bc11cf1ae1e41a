import { type Check, equal, errorOf } from './checks.ts'
import type { Live } from './suite.ts'

/** Calls that write several records. */
export function manyChecks({ client, platform }: Live): Check[] {
  const contacts = client.records('com.example.contacts.Contact')
  const tags = client.records('com.example.contacts.Tag')
  const group = `Many ${platform}`
  return [
    {
      name: 'records are saved together, all or none',
      run: async () => {
        const [first] = await contacts.saveAll([{ firstName: 'A', lastName: group }])
        const saved = await contacts.saveAll([
          { firstName: 'B', lastName: group },
          { id: first?.id ?? 0, version: 0, vip: true },
        ])
        equal(
          saved.map(({ version, firstName, vip }) => [version, firstName, vip]),
          [
            [0, 'B', null],
            [1, 'A', true],
          ],
        )
        const fine = { firstName: 'C', lastName: group }
        const error = await errorOf(contacts.saveAll([fine, { ...fine, email: 'no address' }]))
        equal(Object.keys((error as { errors?: object }).errors ?? {}), ['1.email'])
        equal((await contacts.find({ where: { lastName: group }, limit: 0 })).total, 2)
      },
    },
    {
      name: 'an upsert by a unique field creates, updates and leaves alone',
      run: async () => {
        const names = ['one', 'two'].map((name) => ({ name: `${name} ${platform}` }))
        equal((await tags.upsertAll(names, { key: ['name'] })).outcomes, ['created', 'created'])
        equal((await tags.upsertAll(names, { key: ['name'] })).outcomes, ['unchanged', 'unchanged'])
        const { record, outcome } = await tags.upsert({ name: `one ${platform}` }, { key: ['name'] })
        equal([record.version, outcome], [0, 'unchanged'])
      },
    },
    {
      name: 'a reference and a link can name a record by its unique field',
      run: async () => {
        const made = await contacts.create(
          { firstName: 'Tagged', lastName: group, tags: [{ name: `one ${platform}` }] },
          { fields: ['tags.name'] },
        )
        equal(
          made.tags.map(({ name }) => name),
          [`one ${platform}`],
        )
      },
    },
    {
      name: 'all records that meet criteria are changed, up to a limit',
      run: async () => {
        const query = { where: { lastName: group }, values: { status: 'former' } } as const
        equal(await contacts.updateMass({ ...query, maxAffected: 100 }), { total: 3 })
        equal(
          ((await errorOf(contacts.updateMass({ ...query, maxAffected: 1 }))) as { code?: string }).code,
          'too-many-affected',
        )
      },
    },
    {
      name: 'a transaction writes records of several models',
      run: async () => {
        const [company, contact] = await client.transaction([
          { create: 'com.example.contacts.Company', as: 'company', record: { name: group } },
          {
            create: 'com.example.contacts.Contact',
            record: { firstName: 'T', lastName: `${group} transaction`, company: { as: 'company' } },
          },
        ])
        equal(contact.company?.id, company.id)
      },
    },
    {
      name: 'many records are deleted together',
      run: async () => {
        const { records } = await contacts.find({ where: { lastName: group }, limit: 100 })
        const { ids } = await contacts.removeAll(records)
        equal([...ids].sort(ascending), records.map(({ id }) => id).sort(ascending))
        equal((await contacts.find({ where: { lastName: group }, limit: 0 })).total, 0)
      },
    },
  ]
}

function ascending(one: number, other: number): number {
  return one - other
}
