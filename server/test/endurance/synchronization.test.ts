import { describe, expect, it } from 'vitest'
import { upsert } from '../harness/actions.ts'
import { sizeOf } from '../harness/rounds.ts'
import { Product } from '../harness/store.ts'
import { outcomesOf, useStore } from '../harness/useStore.ts'

const rows = sizeOf({ inCi: 10_000, long: 50_000 })
const { stage } = useStore()

describe('a nightly synchronization', () => {
  it(`of ${rows} unchanged rows writes nothing`, async () => {
    const batches = Array.from({ length: rows / 1_000 }, (_, batch) =>
      Array.from({ length: 1_000 }, (_row, index) => ({
        sku: `sync ${batch} ${index}`,
        name: `N${index}`,
        price: '1.5',
      })),
    )
    for (const batch of batches) {
      const reply = await upsert(stage.client, Product, batch, ['sku'], { query: '?fields=sku' })
      expect(new Set(outcomesOf(reply))).toEqual(new Set(['created']))
    }
    const state = async () => {
      const [written] = await stage.database.query<object>(
        `select count(*), md5(string_agg(concat_ws(' ', id, version, xmin, xmax, ctid, updated_on), ',' order by id))
        from record.store_product where sku like 'sync %'`,
      )
      const [journal] = await stage.database.query<object>('select count(*) from tabularium.journal')
      const [next] = await stage.database.query<object>(`select last_value from record.store_product_ids`)
      return { written, journal, next }
    }
    const before = await state()
    expect(before.written).toMatchObject({ count: String(rows) })
    for (const batch of batches) {
      const reply = await upsert(stage.client, Product, batch, ['sku'])
      expect(reply.json?.outcomes).toEqual(batch.map(() => 'unchanged'))
    }
    expect(await state()).toEqual(before)
  })
})
