import { describe, expect, it } from 'vitest'
import { date, integer, model, text } from '../src/index.ts'
import type { Check } from '../src/model/Check.ts'
import { planMigration } from '../src/schema/planMigration.ts'
import { toModels } from './harness/everyType.ts'
import { useMigrator } from './harness/useMigrator.ts'

const stage = useMigrator()
const later = { fieldName: 'endsOn', operator: '>=', value: '$record.startsOn' }
const endsLater = { name: 'endsLater', fields: ['endsOn' as const], holds: later, message: 'must not be before' }

/** A shop whose items have these checks. */
function shop(checks: readonly (Check & { fields: readonly 'endsOn'[] })[], name = 'shop.Item', was?: string) {
  const fields = { name: text(), startsOn: date(), endsOn: date(), seats: integer() }
  return toModels([model({ name, title: 'name', fields, checks, ...(was === undefined ? {} : { was }) })])
}

async function constraints(table = 'shop_item'): Promise<{ name: string; validated: boolean }[]> {
  return stage.database.query(
    `select conname as name, convalidated as validated from pg_constraint
      where conrelid = 'record.${table}'::regclass and conname ~ '_check_[0-9a-f]{8}$' order by conname`,
  )
}

async function insert(id: number, startsOn: string, endsOn: string): Promise<void> {
  await stage.database.query(
    `insert into record.shop_item (id, version, created_on, updated_on, starts_on, ends_on)
      values (${id}, 0, now(), now(), '${startsOn}', '${endsOn}')`,
  )
}

describe('migrate keeps a constraint for a check that a record alone decides', () => {
  it('and says how many records break it before anything changes', async () => {
    await stage.apply(shop([]))
    for (const id of [1, 2, 3, 4, 5]) await insert(id, '2026-05-02', id === 5 ? '2026-05-03' : '2026-05-01')
    await expect(stage.apply(shop([endsLater]))).rejects.toThrow(
      /There are records that break the check endsLater of shop\.Item\..* For example records 1, 2, 3, and 1 more\./,
    )
    expect(await constraints()).toEqual([])
  })

  it('adds it without a long lock, and validates it while requests go on', async () => {
    await stage.database.query("update record.shop_item set ends_on = '2026-05-09'")
    const steps = await planMigration(stage.query, shop([endsLater]))
    expect(steps.map(({ title, lock }) => [title, lock])).toEqual([
      ['Check the check endsLater of shop.Item in new records', 'ACCESS EXCLUSIVE, short'],
      ['Check the check endsLater of shop.Item in all records', 'SHARE UPDATE EXCLUSIVE (reads and writes go on)'],
    ])
    await stage.apply(shop([endsLater]))
    expect(await constraints()).toEqual([{ name: expect.any(String), validated: true }])
    expect(await planMigration(stage.query, shop([endsLater]))).toEqual([])
    await expect(insert(6, '2026-05-02', '2026-05-01')).rejects.toThrow(/shop_item_check_[0-9a-f]{8}/)
  })

  it('replaces it if the check changes, renames it with the model, and drops it with the check', async () => {
    const [first] = await constraints()
    const strict = { ...endsLater, holds: { ...later, operator: '>' } }
    await stage.apply(shop([strict]))
    const [second] = await constraints()
    expect(second?.name).not.toBe(first?.name)
    await stage.apply(shop([{ ...strict, message: 'another message' }]))
    expect(await constraints()).toEqual([second])
    await stage.apply(shop([strict], 'shop.Thing', 'shop.Item'))
    expect(await constraints('shop_thing')).toEqual([{ name: expect.stringMatching(/^shop_thing_/), validated: true }])
    expect(await planMigration(stage.query, shop([strict], 'shop.Thing'))).toEqual([])
    await stage.apply(shop([], 'shop.Thing'))
    expect(await constraints('shop_thing')).toEqual([])
  })

  it('has one for checks of the same condition', async () => {
    await stage.apply(shop([endsLater, { ...endsLater, name: 'again' }], 'shop.Twice'))
    expect(await constraints('shop_twice')).toEqual([{ name: expect.any(String), validated: true }])
    expect(await planMigration(stage.query, shop([endsLater], 'shop.Twice'))).toEqual([])
  })

  it('has none for a check of the time, the user, or the record before the write', async () => {
    const holds = { fieldName: 'endsOn', operator: '>=', value: '$before.endsOn' }
    await stage.apply(shop([{ ...endsLater, holds }], 'shop.Thing'))
    expect(await constraints('shop_thing')).toEqual([])
  })
})
