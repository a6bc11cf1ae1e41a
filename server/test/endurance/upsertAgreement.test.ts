import { expect, it } from 'vitest'
import { upsert, upsertOne } from '../harness/actions.ts'
import { recordsOf, type Reply } from '../harness/client.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { Customer, Product, store } from '../harness/store.ts'
import { useModels } from '../harness/useModels.ts'

const stage = useModels(store, { maxBulk: '1000' })

/** A product in memory, with its values as an answer shows them. */
type Kept = Record<string, unknown> & { version: number }
type Sent = Record<string, unknown> & { sku: string; version?: number }

const random = randomFrom(120)
const makers = ['MA', 'MB', 'MC']

/** Each value as it is sent, in several spellings, and as it is shown. */
const values: Readonly<Record<string, readonly (readonly [sent: unknown, shown: unknown])[]>> = {
  name: [
    ['', ''],
    ['a', 'a'],
    ['A', 'A'],
    ['Ü漢', 'Ü漢'],
    [null, null],
  ],
  price: [
    ['1', '1.00'],
    ['1.0', '1.00'],
    ['1.00', '1.00'],
    ['-0', '0.00'],
    ['0.01', '0.01'],
    [null, null],
  ],
  stock: [
    [0, 0],
    [-0, 0],
    [7, 7],
    [null, null],
  ],
  seenOn: [
    ['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31T09:30:00+01:00', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31T08:30:00.001Z', '2026-01-31T08:30:00.001Z'],
    [null, null],
  ],
  extra: [
    [
      { a: 1, b: [2] },
      { a: 1, b: [2] },
    ],
    [
      { b: [2], a: 1 },
      { a: 1, b: [2] },
    ],
    [
      [1, 2],
      [1, 2],
    ],
    ['1', '1'],
    [1, 1],
    [false, false],
    [null, null],
  ],
  maker: [...makers.map((code) => [{ code }, code] as const), [null, null]],
}

function randomRecord(): { sent: Sent; shown: Record<string, unknown> } {
  const sent: Sent = { sku: `sku ${Math.floor(random() * 400)}` }
  const shown: Record<string, unknown> = {}
  for (const [field, choices] of Object.entries(values)) {
    if (random() < 0.5) continue
    const [one, result] = pick(random, choices)
    sent[field] = one
    shown[field] = result
  }
  return { sent, shown }
}

const memory = new Map<string, Kept>()

/** A plain upsert in memory. Returns the outcome, or undefined if the version that was sent is not the current one. */
function upsertInMemory({ sent, shown }: ReturnType<typeof randomRecord>, into: Map<string, Kept>): string | undefined {
  const before = into.get(sent.sku)
  if (sent.version !== undefined && before?.version !== sent.version) return undefined
  if (!before) {
    const empty = { name: null, price: null, stock: 0, seenOn: null, extra: null, maker: null }
    into.set(sent.sku, { ...empty, ...shown, version: 0 })
    return 'created'
  }
  const isSame = Object.entries(shown).every(([field, value]) => toText(value) === toText(before[field]))
  if (isSame) return 'unchanged'
  into.set(sent.sku, { ...before, ...shown, version: before.version + 1 })
  return 'updated'
}

function toText(value: unknown): string {
  return JSON.stringify(value)
}

function toShown(record: Record<string, unknown>, codes: ReadonlyMap<number, string>): unknown {
  const { version, name, price, stock, seenOn, extra, maker } = record
  const made = maker as { id: number } | null
  return { version, name, price, stock, seenOn, extra, maker: made && codes.get(made.id) }
}

const wanted = sizeOf({ inCi: 1_000, long: 10_000 })

it(`agrees with a plain upsert in memory over ${wanted} random records`, async () => {
  const made = recordsOf(
    await upsert(
      stage.client,
      Customer,
      makers.map((code) => ({ code, name: code })),
      ['code'],
    ),
  )
  const codes = new Map(made.map(({ id, code }) => [id, String(code)]))
  const counts: Record<string, number> = {}
  let sentRecords = 0
  while (sentRecords < wanted) {
    const size = random() < 0.2 ? 1 : Math.ceil(random() * 60)
    const batch = [...new Map(Array.from({ length: size }, randomRecord).map((one) => [one.sent.sku, one])).values()]
    for (const { sent } of batch)
      if (random() < 0.02) sent.version = (memory.get(sent.sku)?.version ?? 0) + pick(random, [0, 0, 0, 1])
    const after = new Map(memory)
    const expected = batch.map((one) => upsertInMemory(one, after))
    const records = batch.map(({ sent }) => sent)
    const reply: Reply =
      batch.length === 1 && records[0]
        ? await upsertOne(stage.client, Product, records[0], 'sku')
        : await upsert(stage.client, Product, records, ['sku'])
    sentRecords += batch.length
    if (expected.includes(undefined)) {
      expect([400, 404, 409], reply.text).toContain(reply.status)
      const refused = expected.flatMap((outcome, index) => (outcome === undefined ? [index] : []))
      const { problems } = reply.json?.data as { problems?: readonly { readonly index: number }[] }
      if (batch.length > 1) expect(problems?.map(({ index }) => index)).toEqual(refused)
      counts['refused'] = (counts['refused'] ?? 0) + 1
      continue
    }
    expect(reply.json?.outcomes, reply.text.slice(0, 300)).toEqual(expected)
    for (const [sku, kept] of after) memory.set(sku, kept)
    for (const [index, record] of recordsOf(reply).entries())
      expect(toShown(record, codes)).toEqual(memory.get(records[index]?.sku ?? ''))
    for (const outcome of expected) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1
  }
  for (const outcome of ['created', 'updated', 'unchanged', 'refused'])
    expect(counts[outcome], JSON.stringify(counts)).toBeGreaterThan(wanted / 200)
  const rows = await stage.database.query<{ sku: string; version: string; entries: string }>(
    `select p.sku, p.version, (
      select count(*) from tabularium.journal as j join tabularium.models as m on m.number = j.model
      where m.name = 'store.Product' and j.record = p.id
    ) as entries from record.store_product as p`,
  )
  expect(rows).toHaveLength(memory.size)
  // Each version has one entry in the journal: nothing was written that the outcomes do not tell.
  for (const { sku, version, entries } of rows) {
    expect(Number(version)).toBe(memory.get(sku)?.version)
    expect(Number(entries)).toBe(Number(version) + 1)
  }
})
