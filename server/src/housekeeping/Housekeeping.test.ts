import { expect, test } from 'vitest'
import { unavailable } from '../failure/failure.ts'
import type { Log } from '../request/log.ts'
import { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import { Housekeeping } from './Housekeeping.ts'
import { SearchUsage } from './SearchUsage.ts'

test('a lasting failure is logged once until a success, without a stack if the database is away', async () => {
  const lines: { what?: string; err?: unknown }[] = []
  let isAway = true
  let tries = 0
  const housekeeping = new Housekeeping({
    database: {
      run: async () => {
        tries += 1
        if (isAway) throw unavailable('The database cannot be reached at the moment.')
        return []
      },
    } as unknown as Database,
    models: new Models([]),
    log: { warn: (line: object) => lines.push(line) } as unknown as Log,
    foldInterval: 1,
    lookInterval: 1,
    releaseInterval: 1_000,
    jobLifetime: 1_000,
    signInRetention: 1_000,
    keyLifetime: 1_000,
    sessionIdle: 1_000,
    sessionLifetime: 1_000,
    searches: new SearchUsage(),
  })
  const lookLines = () => lines.filter(({ what }) => what === 'look')
  const afterMore = (more: number) => {
    const until = tries + more
    return expect.poll(() => tries).toBeGreaterThan(until)
  }
  housekeeping.start()
  await afterMore(10)
  expect(lookLines()).toHaveLength(1)
  expect(lookLines()[0]).not.toHaveProperty('err')
  isAway = false
  await afterMore(10)
  isAway = true
  await afterMore(10)
  await housekeeping.stop()
  expect(lookLines()).toHaveLength(2)
})
