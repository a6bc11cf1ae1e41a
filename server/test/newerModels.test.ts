import { describe, expect, it } from 'vitest'
import { examine } from '../src/command/doctor/examine.ts'
import { integer, text } from '../src/index.ts'
import { findChange, findDifference } from '../src/schema/findDifference.ts'
import { shop } from './harness/shop.ts'
import { useMigrator } from './harness/useMigrator.ts'

const stage = useMigrator()
const older = shop({ phone: text() })
const newer = shop({ mobile: text({ was: 'phone' }) })
const newest = shop({ mobile: text(), size: integer() })
const advice = 'The database has newer models than this process: restart it with them.'

describe('a process with older models than the database', () => {
  it('is told to be restarted with the newer ones, and never to apply its own', async () => {
    await stage.apply(older)
    expect(await findDifference(stage.query, older)).toBeUndefined()
    await stage.apply(newer)
    expect(await findDifference(stage.query, older)).toBe(advice)
    expect(await findChange(stage.query, older)).toBe(advice)
    await stage.apply(newest)
    expect(await findDifference(stage.query, older)).toBe(advice)
    expect(await findDifference(stage.query, newer)).toBe(advice)
    expect(await findDifference(stage.query, newest)).toBeUndefined()
    const { findings } = await examine(stage.query, newer, { rows: 10_000, recount: false, fix: false })
    expect(findings[0]?.what).toBe('The database has newer models than these.')
  })

  it('may have the newest models again, if they were applied on purpose', async () => {
    await stage.apply(older)
    expect(await findDifference(stage.query, older)).toBeUndefined()
    expect(await findDifference(stage.query, newest)).toBe(advice)
  })

  it('gets the general message if its models were never applied', async () => {
    const unknown = shop({ phone: text(), colour: text() })
    expect(await findDifference(stage.query, unknown)).toContain('tabularium migrate apply')
    const change = await findChange(stage.query, unknown)
    expect(change).toContain('Restart the process with the newest models')
    expect(change).not.toContain('migrate apply')
  })

  it('gets the general message if the schema has another comment', async () => {
    await stage.database.query(`comment on schema record is 'ours'`)
    await stage.apply(newer)
    expect(await findDifference(stage.query, older)).toContain('The missing steps are')
    expect(await stage.database.query(`select obj_description('record'::regnamespace) as note`)).toEqual([
      { note: 'ours' },
    ])
  })
})
