import { describe, expect, it } from 'vitest'
import { decimal, formula, integer, text } from '../src/index.ts'
import type { Models } from '../src/model/Models.ts'
import { planMigration } from '../src/schema/planMigration.ts'
import { type Fields, shop } from './harness/shop.ts'
import { useMigrator } from './harness/useMigrator.ts'

const stage = useMigrator()
const money = decimal({ precision: 6, scale: 2 })
const size = { size: integer() }

async function planned(models: Models): Promise<string[]> {
  const steps = await planMigration(stage.query, models)
  return steps
    .filter(({ title }) => title.includes('shop.Item'))
    .map(({ title, rewrites, lock }) => `${title}${rewrites ? ` | rewrites | ${lock}` : ''}`)
}

async function valuesOf(column: string): Promise<(string | null)[]> {
  const rows = await stage.database.query<{ value: string | null }>(
    `select "${column}"::text as value from record.shop_item order by id`,
  )
  return rows.map(({ value }) => value)
}

/** Migrates, and proves that a second plan has nothing left to do. */
async function apply(fields: Fields): Promise<void> {
  await stage.apply(shop(fields))
  expect(await planned(shop(fields))).toEqual([])
}

describe('a formula in a table with records', () => {
  it('is computed for them in a step that rewrites the table, as the plan says', async () => {
    await stage.makeShop(size, ['3', 'null'])
    const fields = { ...size, made: formula('size * 1.5', money) }
    expect(await planned(shop(fields))).toEqual([
      expect.stringMatching(/^Change columns of shop.Item: compute made \| rewrites \| .*/),
      'Check shop.Item.made in new records',
      'Check shop.Item.made in all records',
    ])
    await apply(fields)
    expect(await valuesOf('made')).toEqual(['4.50', null])
  })

  it('is computed again if its text, its type or a formula in it changes; spaces do not matter', async () => {
    await stage.makeShop(size, ['3'])
    await apply({ ...size, made: formula('size*2', money), more: formula('made + 1', money) })
    expect(await planned(shop({ ...size, made: formula(' size * 2', money), more: formula('made+1', money) }))).toEqual(
      [],
    )
    await apply({ ...size, made: formula('size * 3', money), more: formula('made + 1', money) })
    expect([await valuesOf('made'), await valuesOf('more')]).toEqual([['9.00'], ['10.00']])
    await apply({ ...size, made: formula('size * 3', integer()), more: formula('made + 1', money) })
    expect([await valuesOf('made'), await valuesOf('more')]).toEqual([['9'], ['10.00']])
  })

  it('follows a renamed field, and a field that gets another type', async () => {
    await stage.makeShop(size, ['3'])
    await apply({ ...size, made: formula('size * 2', money) })
    const renamed = { width: integer({ was: 'size' }), made: formula('width * 2', money) }
    expect(await planned(shop(renamed))).toEqual(['Rename shop.Item.size to width'])
    await apply(renamed)
    await apply({ width: money, made: formula('width * 2', money) })
    expect(await valuesOf('made')).toEqual(['6.00'])
  })

  it('refuses to begin if a record would be too large, and names it; also for new and converted fields', async () => {
    await stage.makeShop({ size: text() }, [`'3'`, `'10000'`])
    const tooLarge = /shop.Item.made would be too large for its type in some records.*Records: 2/s
    const converted = { ...size, made: formula('size * 1', money) }
    await expect(stage.apply(shop(converted))).rejects.toThrow(tooLarge)
    const fresh = { ...converted, times: integer({ required: true, default: 5000 }), made: formula('times * 2', money) }
    await expect(stage.apply(shop(fresh))).rejects.toThrow(/Records: 1, 2/)
    await apply({ ...size, made: formula('size * 1', decimal({ precision: 7, scale: 2 })) })
    await expect(stage.apply(shop(converted))).rejects.toThrow(tooLarge)
    expect(await valuesOf('made')).toEqual(['3.00', '10000.00'])
  })

  it('becomes a plain number and keeps its values, and a formula again', async () => {
    await stage.makeShop(size, ['3'])
    await apply({ ...size, made: formula('size * 2', money) })
    await apply({ ...size, made: money })
    expect(await valuesOf('made')).toEqual(['6.00'])
    await apply({ ...size, made: formula('size * 4', money) })
    expect(await valuesOf('made')).toEqual(['12.00'])
    await apply(size)
  })

  it('has an index or is unique like any number', async () => {
    await stage.makeShop(size, ['3', '4'])
    await apply({ ...size, made: formula('size * 2', money, { unique: true }) })
    await apply({ ...size, made: formula('size * 3', money, { unique: true }) })
    await apply({ ...size, made: formula('size * 3', money, { indexed: true }) })
    expect(await valuesOf('made')).toEqual(['9.00', '12.00'])
  })
})
