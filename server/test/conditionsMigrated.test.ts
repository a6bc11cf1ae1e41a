import { describe, expect, it } from 'vitest'
import { checkTallies } from '../src/command/doctor/checkTallies.ts'
import { date, model, text } from '../src/index.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import type { Query } from '../src/schema/RecordState.ts'
import { type RecordJson, recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { conditions, Loan, loanFields, Person, Thing } from './harness/loans.ts'
import { useModels } from './harness/useModels.ts'

/** The models with a loan that declares these conditions. */
const declare = (own: object, fields: object = loanFields) =>
  toModels([Thing, Person, model({ name: Loan.name, title: 'code', fields: { ...loanFields, ...fields }, ...own })])
const stage = useModels(declare({}))
let made = 0

const lent = async (thing: RecordJson, more: object = {}) =>
  recordOf(
    await stage.client.create(Loan.name, {
      code: `M-${++made}`,
      thing: { id: thing.id },
      fromOn: '2031-01-01',
      ...more,
    }),
  )
const objects = () =>
  stage.database.query<{ name: string }>(`
    select conname as name from pg_constraint where conrelid = 'record.loans_loan'::regclass and contype = 'x'
    union all select indexname from pg_indexes where tablename = 'loans_loan' and indexdef like '%WHERE%'
    union all select tgname from pg_trigger where tgrelid = 'record.loans_loan'::regclass and not tgisinternal
    order by 1`)

describe('conditions that are added to records', () => {
  it('are refused while records break them, which the plan names', async () => {
    const thing = recordOf(await stage.client.create(Thing.name, { name: 'Camera' }))
    const { id } = recordOf(await stage.client.create(Person.name, { name: 'Ada' }))
    const all = [await lent(thing), await lent(thing), await lent(thing)]
    for (const one of all)
      recordOf(await stage.client.update(Loan.name, one.id, { version: 0, status: 'out', person: { id } }))
    const [first, second, third] = all.map((one) => one.id)
    const blocked = (await stage.plan(declare(conditions))).map((step) => step.blocked ?? step.title)
    expect(blocked).toEqual([
      'Install the extension btree_gist, which keeps periods of records with the same values apart',
      expect.stringMatching(/^Check the check oneAtATime of loans.Loan in new records/),
      expect.stringMatching(/^Check the check oneAtATime of loans.Loan in all records/),
      'Records of loans.Loan become unique by thing (onceOut), and there are records that have the same values. ' +
        'Change or delete those first, or leave the constraint out. ' +
        `Records: ${first} and ${third} (thing ${thing.id}).`,
      'Records of loans.Loan may not overlap by thing, fromOn, toOn (oneAtATime), ' +
        'and there are records that overlap. ' +
        'Change or delete those first, or leave the constraint out. ' +
        `Records: ${second} and ${first} (thing ${thing.id}), ${third} and ${second} (thing ${thing.id}).`,
      'There can be at most 2 records of loans.Loan by twoLoans, and there are more. ' +
        `Change or delete some first, or raise the count. Records: 3 with the key [${id}].`,
    ])
    await stage.database.query('delete from record.loans_loan')
  })

  it('are kept from then on, count what was there, and need no step afterwards', async () => {
    const thing = recordOf(await stage.client.create(Thing.name, { name: 'Camera' }))
    const person = { id: recordOf(await stage.client.create(Person.name, { name: 'Ada' })).id }
    await lent(thing, { person, toOn: '2031-01-02' })
    await stage.serve(declare(conditions))
    expect(await stage.plan(declare(conditions))).toEqual([])
    expect(await objects()).toHaveLength(7)
    await lent(thing, { person, fromOn: '2031-01-03', toOn: '2031-01-03' })
    await expect(lent(thing, { person, fromOn: '2031-01-04' })).rejects.toThrow('limit-reached')
  })

  it('that lock a large table for long need consent', async () => {
    await stage.serve(declare({}))
    await stage.database.query("update pg_class set reltuples = 1e6 where oid = 'record.loans_loan'::regclass")
    const next = declare({ noOverlap: conditions.noOverlap })
    const [step] = (await stage.plan(next)).filter(({ title }) => title.startsWith('Keep apart'))
    expect(step).toMatchObject({ lockSeconds: 67, lock: 'ACCESS EXCLUSIVE, while the index is built' })
    const connection = await Connection.open(stage.database.url)
    const apply = (allowLock: number) => applyMigration(connection, next, { allowDataLoss: false, allowLock })
    await expect(apply(60)).rejects.toThrow(/for about 67 s.*\n.*migrate apply --allow-lock 3m/)
    await apply(120)
    await connection.close()
    await stage.serve(declare(conditions))
  })

  it('are counted by doctor --recount, and set right with --fix', async () => {
    const doctor = async (fix: boolean) => {
      const connection = await Connection.open(stage.database.url)
      const query: Query = (statement) => connection.query(statement)
      const findings = await checkTallies(query, declare(conditions), fix)
      await connection.close()
      return findings
    }
    expect(await doctor(false)).toEqual([])
    await stage.database.query('update tabularium.tallies set records = records + 1')
    const what = 'The counters of loans.Loan by twoLoans are not right for 1 key.'
    expect(await doctor(true)).toMatchObject([{ check: 'counts', what, fixed: true }])
    expect(await doctor(false)).toEqual([])
  })

  it('need no step for other words', async () => {
    const [one] = conditions.noOverlap
    const other = { ...conditions, noOverlap: [{ ...one, message: 'is away' }] }
    expect(await stage.plan(declare(other))).toEqual([])
  })

  it('stay if a field is renamed', async () => {
    const before = await objects()
    const { fromOn: _, ...others } = loanFields
    const renamed = { ...others, beginsOn: date({ required: true, was: 'fromOn' }) }
    const [one] = conditions.noOverlap
    const Renamed = model({
      name: Loan.name,
      title: 'code',
      ...conditions,
      noOverlap: [{ ...one, from: 'beginsOn' }],
      fields: renamed,
    })
    const next = toModels([Thing, Person, Renamed])
    const steps = await stage.plan(next)
    expect(steps.map(({ title }) => title)).not.toContainEqual(expect.stringMatching(/Keep apart|Keep unique/))
    await stage.serve(next)
    expect(await stage.plan(next)).toEqual([])
    expect(await objects()).toHaveLength(before.length)
    await stage.serve(declare(conditions, { fromOn: date({ required: true, was: 'beginsOn' }) }))
  })

  it('are counted anew if what counts is changed', async () => {
    const [one] = conditions.atMost
    await stage.serve(declare({ ...conditions, atMost: [{ ...one, count: 3 }] }))
    const tallies = await stage.database.query<{ names: string }>(
      'select count(distinct name) as names from tabularium.tallies',
    )
    expect(Number(tallies[0]?.names)).toBe(1)
    expect(await objects()).toHaveLength(7)
  })

  it('follow a field that changes its type', async () => {
    const longer = { ...loanFields, note: text({ max: 200 }) }
    await stage.serve(declare({ atMost: [{ name: 'oneNote', count: 1, by: ['note'], message: 'is there' }] }, longer))
    const plan = await stage.plan(declare({}, { note: date() }))
    expect(plan.map(({ blocked }) => blocked).filter((one) => one !== undefined)).toEqual([])
  })

  it('leave nothing behind when they are removed', async () => {
    await stage.serve(declare({}))
    expect(await objects()).toEqual([])
    expect(await stage.database.query('select from tabularium.tallies')).toEqual([])
    expect(await stage.database.query("select from pg_proc where proname like 'at\\_most\\_%'")).toEqual([])
  })
})
