import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { Lookups, type LookupsOptions, LookupTimeout } from './Lookups.ts'
import { Sender } from './Sender.ts'

/** Look-ups that end when the test says so. */
function slowLookups(timeout = 10_000) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const lookup = (host: string, _: unknown, callback: (error: Error | null, found: LookupAddress[]) => void) => {
    begun.push(host)
    ends.set(host, () => {
      if (host.startsWith('no')) callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), [])
      else callback(null, [{ address: '192.0.2.1', family: 4 }])
    })
  }
  const lookups = new Lookups({ lookup: lookup as unknown as NonNullable<LookupsOptions['lookup']>, timeout })
  return { lookups, begun, end: (host: string) => ends.get(host)?.() }
}

it('two run at once, and those who want the same host share one', async () => {
  const { lookups, begun, end } = slowLookups()
  const asked = ['a', 'a', 'none', 'b', 'a', 'b'].map((host) =>
    lookups.find(host).catch(({ code }: Error & { code: string }) => code),
  )
  expect(begun).toEqual(['a', 'none'])
  end('none')
  expect(begun).toEqual(['a', 'none', 'b'])
  end('a')
  end('b')
  const found = [{ address: '192.0.2.1', family: 4 }]
  expect(await Promise.all(asked)).toEqual([found, found, 'ENOTFOUND', found, found, found])
  const again = lookups.find('a')
  expect(begun).toEqual(['a', 'none', 'b', 'a'])
  end('a')
  expect(await again).toEqual(found)
})

it('one that does not end keeps its place without anybody waiting, and none begins that nobody waits for', async () => {
  const { lookups, begun, end } = slowLookups(20)
  const dead = ['a', 'b', 'c'].map((host) => lookups.find(host))
  for (const one of await Promise.allSettled(dead))
    expect(one).toMatchObject({ reason: expect.any(LookupTimeout), status: 'rejected' })
  expect(begun).toEqual(['a', 'b'])
  const last = lookups.find('d')
  end('a')
  expect(begun).toEqual(['a', 'b', 'd'])
  end('d')
  expect(await last).toHaveLength(1)
})

it('a message says that the address was not found in time', async () => {
  const sender = new Sender({ networks: [], lookups: slowLookups(20).lookups })
  expect(await sender.send({ url: 'https://slow.example/', headers: {}, body: '' })).toMatchObject({
    status: null,
    error: 'The address of the host was not found within 0.02 s: see whether its name can be resolved.',
  })
})

it('the system looks up a name of this machine', async () => {
  const found = await new Lookups().find('localhost')
  expect(['127.0.0.1', '::1']).toContain(found[0]?.address)
})
