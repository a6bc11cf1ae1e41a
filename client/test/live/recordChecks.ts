import { type Check, equal, holds } from './checks.ts'
import type { Live } from './suite.ts'

/** One record: from its creation to its restoration. */
export function recordChecks({ client, platform }: Live): Check[] {
  const contacts = client.records('com.example.contacts.Contact')
  const companies = client.records('com.example.contacts.Company')
  return [
    {
      name: 'a record is created, read, changed and deleted',
      run: async () => {
        const ada = await contacts.create({ firstName: 'Ada', lastName: platform, credit: '5.00', vip: true })
        equal(
          [ada.version, ada.fullName, ada.credit, ada.status, ada.email],
          [0, `Ada ${platform}`, '5.00', 'lead', null],
        )
        equal(await contacts.read(ada.id), ada)
        const newer = await contacts.update(ada, { email: 'ada@example.com', credit: { increment: '-1.50' } })
        equal([newer.id, newer.version, newer.email, newer.credit], [ada.id, 1, 'ada@example.com', '3.50'])
        equal(await contacts.delete(newer, { dryRun: true }), { cleared: 0, deleted: 0 })
        equal((await contacts.read(ada.id)).version, 1)
        equal(await contacts.delete(newer), { cleared: 0, deleted: 0 })
      },
    },
    {
      name: 'a deleted record is listed with its history, and restored',
      run: async () => {
        const made = await contacts.create({ firstName: 'Alan', lastName: platform, email: 'alan@example.com' })
        await contacts.delete(made)
        const { entries, total } = await contacts.history(made.id)
        equal([total, entries.map(({ operation }) => operation)], [2, ['delete', 'create']])
        equal(entries[0]?.changes.email, { from: 'alan@example.com', to: null })
        const { records } = await contacts.deleted({ limit: 1 })
        equal([records[0]?.id, records[0]?.version, records[0]?.fullName], [made.id, 1, `Alan ${platform}`])
        const { record, missing } = await contacts.restore({ id: made.id, version: 1 }, { toVersion: 0 })
        equal([record.version, record.email, missing], [2, 'alan@example.com', {}])
        equal((await contacts.read(made, { version: 0 })).version, 0)
      },
    },
    {
      name: 'text comes back to the letter',
      run: async () => {
        const notes = 'tabs\tand "quotes" \\ / <b> \u2028 é e\u0301 😀 Ω 漢字\nsecond line'
        const made = await contacts.create({ firstName: '名前 😀', lastName: `${platform} ';--`, notes })
        equal((await contacts.read(made.id)).notes, notes)
        equal((await contacts.read(made.id)).firstName, '名前 😀')
      },
    },
    {
      name: 'JSON, dates and times come back as they were sent, times in UTC',
      run: async () => {
        const preferences = { theme: 'dark', sizes: [1, 2.5, null, { deep: true }] }
        const made = await contacts.create({
          firstName: 'Grace',
          lastName: platform,
          birthDate: '1906-12-09',
          lastContactedOn: '2026-01-31T09:30:00+01:00',
          preferences,
        })
        equal(made.preferences, preferences)
        equal([made.birthDate, made.lastContactedOn], ['1906-12-09', '2026-01-31T08:30:00.000Z'])
      },
    },
    {
      name: 'a record is written with its collection, and shows what is asked for',
      run: async () => {
        const company = await companies.create(
          { name: `Works of ${platform}`, country: 'FR', contacts: [{ firstName: 'Eve', lastName: platform }] },
          { fields: ['name', 'contacts.fullName'] },
        )
        equal(Object.keys(company).sort(), ['contacts', 'id', 'name', 'version'])
        equal(company.contacts[0]?.fullName, `Eve ${platform}`)
        const [member] = company.contacts
        const eve = await contacts.read(member?.id ?? 0, { fields: ['company.country', 'tags'] })
        equal([eve.company?.country, eve.tags], ['FR', []])
      },
    },
    {
      name: 'a write with the same key is done once',
      run: async () => {
        const idempotencyKey = crypto.randomUUID()
        const record = { firstName: 'Once', lastName: platform }
        const [one, other] = [
          await contacts.create(record, { idempotencyKey }),
          await contacts.create(record, { idempotencyKey }),
        ]
        equal(other, one)
        const { total } = await contacts.find({ where: { firstName: 'Once', lastName: platform } })
        equal(total, 1)
        holds(one.id > 0, 'an id is above 0')
      },
    },
    {
      name: 'a dry run writes nothing',
      run: async () => {
        const tried = await contacts.create({ firstName: 'Nobody', lastName: platform }, { dryRun: true })
        equal([tried.id, tried.fullName], [null, `Nobody ${platform}`])
        equal((await contacts.find({ where: { firstName: 'Nobody', lastName: platform } })).total, 0)
      },
    },
  ]
}
