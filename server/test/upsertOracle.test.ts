import { expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { OracleProbe } from './harness/OracleProbe.ts'
import { allActions, makeRole, makeUser } from './harness/people.ts'
import { pick, randomFrom } from './harness/random.ts'
import { sizeOf } from './harness/rounds.ts'
import { Customer, Order, store } from './harness/store.ts'
import { TwinServices } from './harness/TwinServices.ts'

const rounds = sizeOf({ inCi: 200, long: 400 })

/** What differs in the second database: records that the user does not see, and a field that the user may not read. */
const hidden = [
  `update record.store_customer set email = 'right' || id || '@example.com', version = version + 5 where not vip`,
  `update record.store_customer set name = 'Right ' || code`,
]

it('upserts and keys answer the same whatever is hidden, to the byte', { timeout: 120_000 }, async () => {
  const twins = await TwinServices.open(
    store,
    async (admin) => {
      for (const vip of [true, false])
        for (let n = 0; n < 10; n++) {
          const code = `${vip ? 'SEEN' : 'HIDDEN'}${n}`
          const email = `left${code.toLowerCase()}@example.com`
          recordOf(await admin.create(Customer.name, { code, name: `Left ${code}`, email, vip }))
        }
      const seen = { fieldName: 'vip', operator: '=', value: true }
      const role = await makeRole(admin, 'curious people', [
        { model: Customer.name, ...allActions, readFields: ['code', 'email', 'vip'], condition: seen },
        { model: Order.name, ...allActions },
      ])
      return (await makeUser(admin, 'curious', [role])).id
    },
    hidden,
  )
  const admins = await twins.askAsAdmin('GET', `/ws/rest/${Customer.name}?fields=name,email`)
  expect(admins[0].text).not.toBe(admins[1].text)
  const probe = new OracleProbe(twins)
  const random = randomFrom(12)
  let number = 0
  const customer = () => {
    const code = `${pick(random, ['SEEN', 'HIDDEN', 'NEW'])}${Math.floor(random() * 10)}`
    const name = pick(random, [{}, { name: `Left ${code}` }, { name: `Right ${code}` }, { name: 'Neither' }])
    const version = pick(random, [{}, {}, {}, { version: 0 }, { version: 5 }])
    return { code, ...name, ...version, vip: true }
  }
  /** A reference to somebody by a key that a hidden record may have in one of the databases. */
  const reference = () => {
    const n = Math.floor(random() * 10)
    const emails = [`leftseen${n}@example.com`, `lefthidden${n}@example.com`, `right${11 + n}@example.com`]
    return pick(random, [
      { code: `SEEN${n}` },
      { code: `HIDDEN${n}` },
      { code: 'NONE' },
      { email: pick(random, emails) },
    ])
  }
  const send = async () => {
    const dryRun = pick(random, ['', '', 'dryRun=true'])
    const path = (model: { name: string }, query: string) => `/ws/rest/${model.name}?${query}&${dryRun}`
    switch (pick(random, ['one', 'many', 'order', 'orders', 'update'] as const)) {
      case 'one':
        return probe.ask('PUT', path(Customer, 'key=code'), { data: customer() })
      case 'many': {
        const records = Array.from({ length: 4 }, customer)
        return probe.ask('POST', path(Customer, ''), { records, key: ['code'] })
      }
      case 'order':
        return probe.ask('PUT', path(Order, ''), { data: { number: ++number, customer: reference() } })
      case 'orders': {
        const records = Array.from({ length: 2 }, () => ({ number: ++number, customer: reference() }))
        return probe.ask('POST', path(Order, ''), { records, key: ['number'] })
      }
      case 'update': {
        const data = { number: Math.ceil(random() * number), payer: reference() }
        return probe.ask('PUT', path(Order, 'key=number'), { data })
      }
    }
  }
  for (let round = 0; round < rounds; round++) await send()
  expect(probe.count).toBe(rounds)
  for (const status of [200, 400, 409]) expect(probe.statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(10)
  expect(twins.logs()).not.toContain('"level":"error"')
  await twins.close()
})
