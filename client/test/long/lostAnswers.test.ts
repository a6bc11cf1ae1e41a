import { beforeAll, describe, expect, it } from 'vitest'
import { admin } from '../../../server/test/harness/client.ts'
import { CuttingProxy } from '../../../server/test/harness/CuttingProxy.ts'
import { sizeOf } from '../../../server/test/harness/rounds.ts'
import { useService } from '../../../server/test/harness/useService.ts'
import { type Client, createClient } from '../../src/index.ts'
import { inParallel } from '../inParallel.ts'
import type { Contacts } from '../models.ts'

const stage = useService()
const creates = sizeOf({ inCi: 200, long: 10_000 })
/** Each call is sent until it is answered: of 31 attempts one in three is cut, so one call in 10^14 would fail. */
const retries = 30
let direct: Client<Contacts>

beforeAll(async () => {
  direct = createClient<Contacts>({ url: stage.service.url })
  await direct.login(admin.username, admin.password)
})

/** A client behind a proxy that cuts one answer in three, and how many attempts it needed. */
async function behindProxy() {
  let answers = 0
  let isOn = false
  const proxy = await CuttingProxy.start(stage.service.url, () => isOn && ++answers % 3 === 0)
  const attempts = { count: 0 }
  const client = createClient<Contacts>({ url: proxy.url, retries, onRequest: () => void attempts.count++ })
  await client.login(admin.username, admin.password)
  isOn = true
  return { client, proxy, attempts }
}

describe('through a proxy that cuts one answer in three', () => {
  it(`${creates} creates make ${creates} records`, async () => {
    const { client, proxy, attempts } = await behindProxy()
    const contacts = client.records('com.example.contacts.Contact')
    const numbers = Array.from({ length: creates }, (_, index) => index)
    const made = await inParallel(16, numbers, (number) =>
      contacts.create({ firstName: `${number}`, lastName: 'Proxy' }, { fields: ['firstName'] }),
    )
    proxy.close()
    expect(proxy.cuts).toBeGreaterThan(creates / 4)
    expect(attempts.count).toBeGreaterThan(creates + creates / 4)
    expect(new Set(made.map(({ id }) => id)).size).toBe(creates)
    const found = new Map<string, number>()
    const all = direct.records('com.example.contacts.Contact')
    for await (const { id, firstName } of all.each({
      where: { lastName: 'Proxy' },
      fields: ['firstName'],
      pageSize: 1_000,
    }))
      found.set(firstName, id)
    expect((await all.find({ where: { lastName: 'Proxy' }, limit: 0 })).total).toBe(creates)
    // The answer that arrived at last is about the record that was made at first.
    expect(made.filter(({ id, firstName }) => found.get(firstName) !== id)).toEqual([])
    expect(found.size).toBe(creates)
  })

  it('increments and bulk calls are done once as well', async () => {
    const { client, proxy } = await behindProxy()
    const contacts = client.records('com.example.contacts.Contact')
    const account = await direct
      .records('com.example.contacts.Contact')
      .create({ firstName: 'Account', lastName: 'Increments', credit: '0.00' })
    const rounds = creates / 10
    await inParallel(8, Array.from({ length: rounds }), () =>
      contacts.update(account, { credit: { increment: '1.00' } }, { onConflict: 'merge', fields: ['credit'] }),
    )
    const group = { firstName: 'Bulk', lastName: 'Bulk' }
    await inParallel(8, Array.from({ length: rounds }), () => contacts.saveAll([group, group]))
    proxy.close()
    const { credit, version } = await direct.records('com.example.contacts.Contact').read(account.id)
    expect([credit, version]).toEqual([`${rounds}.00`, rounds])
    const { total } = await direct
      .records('com.example.contacts.Contact')
      .find({ where: { lastName: 'Bulk' }, limit: 0 })
    expect(total).toBe(2 * rounds)
  })
})
