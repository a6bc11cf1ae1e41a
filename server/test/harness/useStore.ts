import { expect } from 'vitest'
import { recordOf, recordsOf, type RecordJson, type Reply } from './client.ts'
import { patient } from './service.ts'
import { takeSnapshot } from './snapshot.ts'
import { Customer, store } from './store.ts'
import { type ModelsUnderTest, useModels } from './useModels.ts'

/** A store for all tests of a file, and what tests of upserts need of it. */
export interface StoreUnderTest {
  readonly stage: ModelsUnderTest
  /** A code that no other test uses. */
  fresh(): string
  customer(fields?: object): Promise<RecordJson>
  /** What an attempt answers, if it leaves no trace: no new version, journal row, count or stored answer. */
  withoutTrace(attempt: () => Promise<Reply>): Promise<Reply>
}

/** One service with the models of the store. */
export function useStore(): StoreUnderTest {
  const stage = useModels(store, { ...patient, maxBulk: '1000' })
  let made = 0
  const fresh = () => {
    made += 1
    return `U${made}`
  }
  return {
    stage,
    fresh,
    async customer(fields = {}) {
      const code = fresh()
      return recordOf(await stage.client.create(Customer.name, { code, name: `Name of ${code}`, ...fields }))
    },
    async withoutTrace(attempt) {
      const before = await takeSnapshot(stage.database)
      const reply = await attempt()
      expect(await takeSnapshot(stage.database)).toEqual(before)
      return reply
    },
  }
}

/** What became of each record of an upsert. */
export function outcomesOf(reply: Reply): readonly string[] {
  recordsOf(reply)
  return reply.json?.outcomes ?? []
}
