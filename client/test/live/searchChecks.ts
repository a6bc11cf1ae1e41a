import { all, any, none } from '@tabularium/client'
import { type Check, equal, holds } from './checks.ts'
import type { Live } from './suite.ts'

/** How many records the pages are made of. */
const many = 450

/** Criteria, sorts, pages and figures. */
export function searchChecks({ client, platform }: Live): Check[] {
  const contacts = client.records('com.example.contacts.Contact')
  const companies = client.records('com.example.contacts.Company')
  const group = `Search ${platform}`
  return [
    {
      name: 'many records are created in one call',
      run: async () => {
        const company = await companies.create({ name: group, country: 'NZ', employees: many })
        const records = Array.from({ length: many }, (_, index) => ({
          firstName: `No. ${String(index).padStart(3, '0')}`,
          lastName: group,
          vip: index % 3 === 0,
          status: index % 2 === 0 ? ('customer' as const) : ('former' as const),
          credit: `${index}.25`,
          ...(index % 10 === 0 ? { company: { id: company.id } } : {}),
        }))
        equal((await contacts.saveAll(records)).length, many)
      },
    },
    {
      name: 'criteria are and-ed, and lead over references',
      run: async () => {
        const { records, total, next } = await contacts.find({
          where: { lastName: group, 'company.country': 'NZ', status: { in: ['lead', 'customer'] } },
          fields: ['firstName', 'company.name', 'company.employees'],
          sortBy: ['-firstName'],
          limit: 2,
        })
        equal([total, records.map(({ firstName }) => firstName)], [45, ['No. 440', 'No. 430']])
        equal([records[0]?.company?.name, records[0]?.company?.employees], [group, many])
        holds(typeof next === 'string', 'there is a next page')
      },
    },
    {
      name: 'any, all and none group criteria',
      run: async () => {
        const found = await contacts.find({
          where: all(
            { lastName: group },
            any({ firstName: 'No. 001' }, { credit: { between: ['10.00', '13.00'] } }),
            none({ vip: true }),
          ),
          fields: ['firstName'],
          sortBy: ['firstName'],
        })
        equal(
          found.records.map(({ firstName }) => firstName),
          ['No. 001', 'No. 010', 'No. 011'],
        )
      },
    },
    {
      name: 'words are searched with q, and nulls with isNull',
      run: async () => {
        equal((await contacts.find({ q: `007 ${group}` })).total, 1)
        equal((await contacts.find({ where: { lastName: group, company: { isNull: true } }, limit: 0 })).total, 405)
        equal(
          (await contacts.find({ where: { lastName: { like: `${group}%` } }, total: false, limit: 1 })).total,
          undefined,
        )
      },
    },
    {
      name: 'each goes through all pages, and sees what is written meanwhile at most once',
      run: async () => {
        const seen: number[] = []
        let added = false
        for await (const { id } of contacts.each({
          where: { lastName: group },
          fields: ['firstName'],
          pageSize: 100,
        })) {
          seen.push(id)
          if (!added) await contacts.create({ firstName: 'Late', lastName: group })
          added = true
        }
        equal(new Set(seen).size, seen.length)
        holds(seen.length === many || seen.length === many + 1, `all were seen, not ${seen.length}`)
      },
    },
    {
      name: 'a page leads to the next one',
      run: async () => {
        const query = { where: { lastName: group, vip: true }, fields: ['firstName'], sortBy: ['firstName'] } as const
        const first = await contacts.find({ ...query, limit: 100 })
        const second = await contacts.find({ ...query, limit: 100, ...(first.next ? { after: first.next } : {}) })
        equal([first.records.length, second.records.length, second.next], [100, 50, undefined])
      },
    },
    {
      name: 'groups are counted and added up',
      run: async () => {
        const { groups } = await contacts.aggregate({
          where: { lastName: group, firstName: { like: 'No. 00%' } },
          groupBy: ['status'],
          count: true,
          sum: ['credit'],
          sortBy: ['status'],
        })
        equal(groups, [
          { group: { status: 'customer' }, count: 5, sum: { credit: '21.25' } },
          { group: { status: 'former' }, count: 5, sum: { credit: '26.25' } },
        ])
      },
    },
  ]
}
