import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../meta/ModelMeta.ts'
import type { Calls, SeenRecord } from './Calls.ts'
import { addRound, emptyPreview, type Preview } from './Preview.ts'
import { previewTarget, ValueFaults } from './previewTarget.ts'
import { type Ran, runRounds, runUntilStopped } from './runRounds.ts'
import { type BulkOperation, type RecordName, type Target, type ValuesOf, withoutWritten } from './Target.ts'

interface Stored {
  readonly version: number
  readonly value: Json
  /** Whether a check of the model refuses a change. */
  readonly isHeld: boolean
  readonly may: boolean
}

type Criterion = { fieldName?: string; operator: string; value?: Json; criteria?: readonly Criterion[] }

/** A table in memory that answers as the service does: all of a call, or none of it. */
class Table implements Calls {
  readonly records: Map<number, Stored>

  constructor(records: readonly Stored[]) {
    this.records = new Map(records.map((record, n) => [3 * n + 1, record]))
  }

  meets(id: number, { fieldName, operator, value, criteria }: Criterion): boolean {
    if (criteria) return criteria.every((each) => this.meets(id, each))
    const own = fieldName === 'id' ? id : this.records.get(id)?.value
    if (operator === 'in') return (value as readonly Json[]).includes(own ?? null)
    if (operator === '=') return own === value
    return operator === '>' ? Number(own) > Number(value) : Number(own) <= Number(value)
  }

  matching(criteria: Json): number[] {
    return [...this.records.keys()].filter((id) => this.meets(id, criteria as Criterion)).sort((a, b) => a - b)
  }

  look(criteria: Json, _q: string, limit: number): Promise<SeenRecord[]> {
    const found = this.matching(criteria).slice(0, limit)
    return Promise.resolve(
      found.map((id) => {
        const { version = 0, may = false } = this.records.get(id) ?? {}
        return { id, version, title: `#${id}`, mayChange: may, mayDelete: may }
      }),
    )
  }

  #refuse(records: readonly RecordName[]): void {
    for (const [index, { id, version }] of records.entries()) {
      const stored = this.records.get(id)
      if (!stored || stored.version !== version || !stored.may)
        throw Object.assign(new Error('stale'), {
          code: stored ? 'version-conflict' : 'record-not-found',
          data: { index },
        })
    }
    const held = records.flatMap(({ id }, index) => (this.records.get(id)?.isHeld ? [`${index}.value`] : []))
    if (held.length > 0)
      throw Object.assign(new Error('held'), { errors: Object.fromEntries(held.slice(0, 3).map((at) => [at, 'held'])) })
  }

  tryChange(records: readonly RecordName[], valuesOf: ValuesOf) {
    return new Promise<Awaited<ReturnType<Calls['tryChange']>>>((resolve) => {
      this.#refuse(records)
      const shown = records.map(({ id }) => {
        const from = this.records.get(id)?.value ?? null
        const { value = null } = valuesOf(id)
        return { id, title: `#${id}`, changes: from === value ? {} : { value: { from, to: value } } }
      })
      const same = shown.filter(({ changes }) => !('value' in changes)).length
      resolve({ records: shown, same, deleted: 0, cleared: 0 })
    })
  }

  tryDelete(records: readonly RecordName[]) {
    return new Promise<Awaited<ReturnType<Calls['tryDelete']>>>((resolve) => {
      this.#refuse(records)
      const shown = records.map(({ id }) => ({ id, title: `#${id}`, changes: {} }))
      resolve({ records: shown, same: 0, deleted: 0, cleared: 0 })
    })
  }

  async change(records: readonly RecordName[], valuesOf: ValuesOf): Promise<undefined> {
    this.#refuse(records)
    for (const { id, version } of records) this.#set(id, { version: version + 1, value: valuesOf(id)['value'] ?? null })
  }

  async changeMatching(criteria: Json, most: number, values: Readonly<Record<string, Json>>): Promise<undefined> {
    const found = this.matching(criteria)
    if (found.length > most) throw Object.assign(new Error('more'), { code: 'too-many-affected' })
    await this.change(
      found.map((id) => ({ id, version: this.records.get(id)?.version ?? 0 })),
      () => values,
    )
  }

  async delete(records: readonly RecordName[]): Promise<undefined> {
    this.#refuse(records)
    for (const { id } of records) this.records.delete(id)
  }

  #set(id: number, part: Partial<Stored>): void {
    const stored = this.records.get(id)
    if (stored) this.records.set(id, { ...stored, ...part })
  }
}

const reasons = { gone: 'gone', stale: 'stale', notPermitted: 'not permitted', notTried: 'not tried' }

async function preview(table: Table, target: Target, operation: BulkOperation, size: number): Promise<Preview> {
  let found = emptyPreview(0)
  for await (const round of previewTarget(target, operation, { calls: table, size, reasons }))
    found = addRound(found, round)
  return found
}

async function run(table: Table, found: Preview, operation: BulkOperation): Promise<number> {
  const { written } = await runUntilStopped(runRounds(found, operation, table, String), ignore, () => false)
  return written.length
}

const ignore = () => undefined

const stored = fc.record({
  version: fc.nat(3),
  value: fc.constantFrom<Json>('a', 'b'),
  isHeld: fc.nat(5).map((n) => n === 0),
  may: fc.nat(5).map((n) => n > 0),
})
const stored30 = fc.array(stored, { maxLength: 30 })
const sizes = fc.integer({ min: 1, max: 12 })
const where = '{"fieldName":"value","operator":"=","value":"a"}'
const operations = fc.constantFrom<BulkOperation>({ is: 'change', values: { value: 'b' } }, { is: 'delete' })

/** What every record of a table would be afterwards, told in a plain way. */
function expected(
  table: Table,
  wanted: (id: number, record: Stored) => boolean,
  operation: BulkOperation,
): [number, Stored][] {
  return [...table.records].flatMap(([id, record]): [number, Stored][] => {
    if (!wanted(id, record) || record.isHeld || !record.may) return [[id, record]]
    if (operation.is === 'delete') return []
    return record.value === 'b' ? [[id, record]] : [[id, { ...record, version: record.version + 1, value: 'b' }]]
  })
}

describe('a bulk change', () => {
  it('of all that match writes what its preview showed, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        stored30,
        sizes,
        operations,
        fc.constantFrom('', where),
        async (records, size, operation, filter) => {
          const table = new Table(records)
          const target: Target = { is: 'matching', where: filter, q: '', total: records.length }
          const matching = table.matching(
            filter === '' ? { operator: 'and', criteria: [] } : (JSON.parse(filter) as Json),
          )
          fc.pre(matching.some((id) => !table.records.get(id)?.isHeld))
          const after = expected(table, (id) => matching.includes(id), operation)
          const found = await preview(table, target, operation, size).catch((error: unknown) => {
            // A round whose records all break the same check is told as a fault of the value.
            expect(error).toBeInstanceOf(ValueFaults)
            return undefined
          })
          fc.pre(found !== undefined)
          expect(found.tried).toBe(matching.length)
          expect(await run(table, found, operation)).toBe(found.counts.changed)
          expect([...table.records].sort(([a], [b]) => a - b)).toEqual(after)
        },
      ),
    )
  })

  it('of named records refuses those that somebody changed meanwhile', async () => {
    const table = new Table(Array.from({ length: 5 }, () => ({ version: 2, value: 'a', isHeld: false, may: true })))
    const names = [...table.records.keys()].map((id, n) => ({ id, version: n === 1 ? 1 : 2 }))
    const operation: BulkOperation = { is: 'change', values: { value: 'b' } }
    const found = await preview(table, { is: 'named', records: [...names, { id: 999, version: 0 }] }, operation, 4)
    expect(
      found.rows.filter(({ outcome }) => outcome === 'refused').map(({ id, reasons: [why] }) => [id, why?.message]),
    ).toEqual([
      [4, 'stale'],
      [999, 'gone'],
    ])
    expect(await run(table, found, operation)).toBe(4)
  })

  it('of all that match is refused if more match than were seen', async () => {
    const free = { version: 0, value: 'a', isHeld: false, may: true }
    const table = new Table([free, free, free])
    const operation: BulkOperation = { is: 'change', values: { value: 'b' } }
    const found = await preview(table, { is: 'matching', where, q: '', total: 3 }, operation, 2)
    table.records.set(100, free)
    await expect(run(table, found, operation)).rejects.toMatchObject({ code: 'too-many-affected' })
    expect([...table.records.values()].map(({ value }) => value)).toEqual(['b', 'b', 'a', 'a'])
  })

  it('that is stopped, or fails, tells the records that it has written and no others', async () => {
    const free = { version: 0, value: 'a', isHeld: false, may: true }
    const table = new Table(Array.from({ length: 6 }, () => free))
    const names = [...table.records.keys()].map((id) => ({ id, version: 0 }))
    const target: Target = { is: 'named', records: names }
    const operation: BulkOperation = { is: 'each', values: new Map(names.map(({ id }) => [id, { value: `b${id}` }])) }
    const found = await preview(table, target, operation, 2)
    const changed = () => [...table.records].flatMap(([id, { version }]) => (version > 0 ? [id] : []))
    const stopped = await runUntilStopped(runRounds(found, operation, table, String), ignore, () => true)
    expect(stopped).toEqual({ written: [1, 4], sets: [] })
    expect(changed()).toEqual([1, 4])

    const rest = withoutWritten(target, stopped.written)
    const again = await preview(table, rest, operation, 2)
    expect(again.counts).toEqual({ changed: 4, same: 0, refused: 0 })
    table.records.set(16, { ...free, version: 5 })
    const told: Ran[] = []
    const run = runUntilStopped(
      runRounds(again, operation, table, String),
      (ran) => told.push(ran),
      () => false,
    )
    await expect(run).rejects.toMatchObject({ code: 'version-conflict' })
    expect(told.map(({ written }) => written)).toEqual([[7, 10]])
  })

  it('goes by names where words are searched for: they are no criteria', async () => {
    const free = { version: 0, value: 'a', isHeld: false, may: true }
    const found = await preview(
      new Table([free]),
      { is: 'matching', where, q: 'x', total: 1 },
      { is: 'change', values: { value: 'b' } },
      2,
    )
    expect(found.rounds).toEqual([{ writes: [{ id: 1, version: 0 }], criteria: undefined }])
  })
})
