import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient, type RecordOf } from '../src/index.ts'
import { admin } from '../../server/test/harness/client.ts'
import { everyType, type Item, type Shelf } from '../../server/test/harness/everyType.ts'
import { useModels } from '../../server/test/harness/useModels.ts'

interface Archive {
  readonly Item: typeof Item
  readonly Shelf: typeof Shelf
}
type ItemRecord = RecordOf<Archive, 'org.example.archive.Item'>
type ShelfRecord = RecordOf<Archive, 'org.example.archive.Shelf'>

/** A type in words, which the tests compare with values. A wrong word does not compile. */
type InWords<Type> = [null] extends [Type] ? `${Word<NonNullable<Type>>} or null` : Word<Type>
type Word<Type> = unknown extends Type
  ? 'json'
  : [Type] extends [boolean]
    ? 'boolean'
    : [Type] extends [number]
      ? 'number'
      : [Type] extends [string]
        ? string extends Type
          ? 'string'
          : 'choice'
        : [Type] extends [{ username: string }]
          ? 'author'
          : [Type] extends [{ id: number }]
            ? 'reference'
            : [Type] extends [readonly string[]]
              ? 'choices'
              : 'json'

const item = {
  id: 'number',
  version: 'number',
  createdOn: 'string',
  createdBy: 'author or null',
  updatedOn: 'string',
  updatedBy: 'author or null',
  title: 'string',
  name: 'string',
  code: 'string or null',
  email: 'string or null',
  website: 'string or null',
  notes: 'string or null',
  count: 'number or null',
  balance: 'number or null',
  amount: 'string or null',
  worth: 'string or null',
  currency: 'string or null',
  price: 'string or null',
  fee: 'string or null',
  share: 'string or null',
  open: 'boolean',
  checked: 'boolean or null',
  day: 'string or null',
  seenOn: 'string or null',
  state: 'choice',
  marks: 'choices',
  extra: 'json or null',
  shelf: 'reference or null',
  parent: 'reference or null',
  serial: 'string or null',
} as const satisfies { [Name in keyof ItemRecord]: InWords<ItemRecord[Name]> }

const shelf = {
  id: 'number',
  version: 'number',
  createdOn: 'string',
  createdBy: 'author or null',
  updatedOn: 'string',
  updatedBy: 'author or null',
  code: 'string',
  itemCount: 'number',
  worth: 'string',
  lastSeen: 'string or null',
  lastState: 'string or null',
} as const satisfies { [Name in keyof ShelfRecord]: InWords<ShelfRecord[Name]> }

const states: readonly ItemRecord['state'][] = ['new', 'used', "owner's"]
const marks: readonly ItemRecord['marks'][number][] = ['red', 'green', "owner's", 'a "b", {c}\\']

/** Whether a value that is not null is what a word says. */
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  choice: (value) => states.some((state) => state === value),
  choices: (value) => Array.isArray(value) && value.every((one) => marks.includes(one)),
  json: (value) => value !== undefined,
  author: (value) => hasMembers(value, { id: 'number', username: 'string' }),
  reference: (value) => hasMembers(value, { id: 'number', version: 'number' }),
}

function hasMembers(value: unknown, members: Readonly<Record<string, string>>): boolean {
  return Object.entries(members).every(([name, type]) => typeof (value as Record<string, unknown>)?.[name] === type)
}

const stage = useModels(everyType)
let client: Client<Archive>

beforeAll(async () => {
  client = createClient<Archive>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

const items = () => client.records('org.example.archive.Item')
const shelves = () => client.records('org.example.archive.Shelf')

/** An item with a value in every field, on a shelf. */
async function createFull() {
  const on = await shelves().create({ code: `S${crypto.randomUUID().slice(0, 8)}` })
  const parent = await items().create({ name: 'Parent' })
  return items().create({
    name: 'Full',
    code: `AB-${parent.id}`,
    email: 'a@example.com',
    website: 'https://example.com',
    notes: 'two\nlines',
    count: 3,
    balance: -9_007_199_254_740_991,
    amount: '2.50',
    currency: 'NZD',
    price: '12.50',
    fee: '1.05',
    share: '0.12500',
    open: false,
    checked: true,
    day: '2026-01-31',
    seenOn: '2026-01-31T08:30:00Z',
    state: "owner's",
    marks: ['green', 'a "b", {c}\\', 'green'],
    extra: { any: ['JSON', 1, null] },
    shelf: { id: on.id },
    parent: { id: parent.id },
  })
}

/** The fields whose values do not fit their words. */
function findMisfits(record: object, words: Readonly<Record<string, string>>, nulls: 'all' | 'none'): string[] {
  const values = record as Readonly<Record<string, unknown>>
  const misfits = Object.entries(words).filter(([name, described]) => {
    const [word = '', nullable] = described.split(' or ')
    const value = values[name]
    return value === null ? nullable === undefined || nulls === 'none' : !fits[word]?.(value)
  })
  return misfits.map(([name, word]) => `${name} is ${JSON.stringify(values[name])}, not ${word}`)
}

describe('the JSON of a record has the types that the client says, field by field', () => {
  it('with a value in every field', async () => {
    const record = await createFull()
    expect(Object.keys(record).sort()).toEqual(Object.keys(item).sort())
    expect(findMisfits(record, item, 'none')).toEqual([])
    expect(findMisfits(await items().read(record.id), item, 'none')).toEqual([])
  })

  it('with null in every field that can be null', async () => {
    const record = await items().create({ name: 'Empty', share: null })
    expect(findMisfits(record, item, 'all')).toEqual([])
    const nullable = Object.entries(item).flatMap(([name, word]) => (word.endsWith(' or null') ? [name] : []))
    const given = ['createdBy', 'serial', 'updatedBy']
    const kept = nullable.filter((name) => record[name as keyof ItemRecord] !== null)
    expect(kept.sort()).toEqual(given)
  })

  it('of rollups, over records and over none', async () => {
    const full = await createFull()
    const used = await shelves().read(full.shelf?.id ?? 0)
    const empty = await shelves().create({ code: `E${full.id}` })
    expect(Object.keys(used).sort()).toEqual(Object.keys(shelf).sort())
    expect(findMisfits(used, shelf, 'none')).toEqual([])
    expect(findMisfits(empty, shelf, 'all')).toEqual([])
    expect([empty.itemCount, empty.worth, empty.lastSeen, empty.lastState]).toEqual([0, '0.00', null, null])
  })

  it('of what is asked for: collections, and references to references', async () => {
    const full = await createFull()
    const [shown] = (
      await shelves().find({
        where: { id: full.shelf?.id ?? 0 },
        fields: ['items.state', 'items.parent.name', 'createdBy'],
      })
    ).records
    const members: { state: ItemRecord['state']; title: string }[] | undefined = shown?.items
    expect(members).toEqual([
      {
        id: full.id,
        version: 0,
        title: full.title,
        state: "owner's",
        parent: expect.objectContaining({ name: 'Parent' }),
      },
    ])
    expect(shown?.createdBy?.username).toBe(admin.username)
  })

  it('notices a value of another type', () => {
    expect(findMisfits(Object.fromEntries(Object.keys(item).map((name) => [name, 'x'])), item, 'none')).toContain(
      'count is "x", not number or null',
    )
  })
})
