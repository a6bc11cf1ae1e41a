import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, recordsOf } from '../harness/client.ts'
import { refusal, shown } from '../harness/contract.ts'
import { Note, notes } from '../harness/notes.ts'
import { allActions, clientOf, makeRole, type MadeRole, makeUser, Rule, User } from '../harness/people.ts'
import { sizeOf } from '../harness/rounds.ts'
import { useModels } from '../harness/useModels.ts'

const stage = useModels(notes)
/** By type: a value that notes have, one below and one above it. */
const values: Record<string, readonly [below: unknown, own: unknown, above: unknown]> = {
  region: ['a', 'north', 'z'],
  level: [1, 5, 9],
  amount: ['1.00', '5.00', '9.00'],
  open: [false, true, true],
  day: ['2000-01-01', '2020-01-01', '2030-01-01'],
  moment: ['2000-01-01T00:00:00Z', '2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
  form: ['letter', 'memo', 'memo'],
}
const fields = Object.keys(values)
let role: MadeRole
let without: Client
let empty: Client
let withValues: Client

beforeAll(async () => {
  const { client: admin, database, service } = stage
  role = await makeRole(admin, 'reading', [{ model: Note, ...allActions }])
  const own = Object.fromEntries(fields.map((field) => [field, values[field]?.[1]]))
  const parent = recordOf(await admin.create(Note, { name: 'parent', ...own }))
  for (const place of [0, 1, 2] as const) {
    const held = Object.fromEntries(fields.map((field) => [field, values[field]?.[place]]))
    const parted = { parent: { id: parent.id }, related: [{ id: parent.id }] }
    recordOf(await admin.create(Note, { name: `note ${place}`, ...held, ...parted }))
  }
  recordOf(await admin.create(Note, { name: 'nothing' }))
  const open = async (username: string, more: object) =>
    clientOf(service, database, (await makeUser(admin, username, [role], more)).id)
  without = await open('without', {})
  empty = await open('empty', { region: '' })
  withValues = await open('with', { ...own, parent: { id: parent.id } })
})

afterAll(() => {
  for (const client of [without, empty, withValues]) client.close()
})

/** The rule gets this condition. */
async function ruleThat(condition: unknown): Promise<void> {
  const [rule] = role.rules
  const { version } = recordOf(await stage.client.read(Rule, rule?.id ?? 0))
  recordOf(await stage.client.update(Rule, rule?.id ?? 0, { version, condition }))
}

const operators = ['=', '!=', '<', '<=', '>', '>=']

/** Every way to compare a field with a variable. */
function conditionsOf(field: string): object[] {
  const variable = `$user.${field}`
  const name = (prefix: string) => ({ fieldName: `${prefix}${field}` })
  const isOrdered = !['open', 'parent'].includes(field)
  const [below, , above] = values[field] ?? []
  const plain = ['', 'answers.', 'parent.related.'].flatMap((prefix) => [
    ...(isOrdered ? operators : ['=', '!=']).map((operator) => ({ ...name(prefix), operator, value: variable })),
    ...(isOrdered
      ? ['between', 'notBetween'].flatMap((operator) => [
          { ...name(prefix), operator, value: variable, value2: above },
          { ...name(prefix), operator, value: below, value2: variable },
          { ...name(prefix), operator, value: variable, value2: variable },
        ])
      : []),
  ])
  const negated = plain.map((criterion) => ({ operator: 'not', criteria: [criterion] }))
  const twice = { operator: 'not', criteria: negated.slice(-1) }
  return [...plain, ...negated, twice]
}

/**
 * The comparisons that are tried. The long form tries all of them with every field; CI all with text, which can also be
 * empty, and with each of the others a third, so that two types are compared in every way.
 */
function triedOf(field: string): object[] {
  const conditions = conditionsOf(field)
  const parts = field === 'region' || conditions.length < 20 ? 1 : sizeOf({ inCi: 3, long: 1 })
  return conditions.filter((_, index) => index % parts === fields.indexOf(field) % parts)
}

async function seenBy(client: Client): Promise<number> {
  return (await client.find(Note, '?limit=0')).json?.total ?? -1
}

/** The records that a user finds, and those that a mass update of everything would change. */
async function concernedBy(client: Client): Promise<number> {
  const total = await seenBy(client)
  const mass = { data: {}, values: { name: 'x' }, maxAffected: 100 }
  const changed = await client.exchange('POST', `/ws/rest/${Note}/updateMass?dryRun=true`, { body: mass })
  expect(changed.json?.total).toBe(total)
  return total
}

describe('a user without a value for the variable of a rule', () => {
  it.each([...fields, 'parent'])('meets it nowhere, whatever the comparison: %s', async (field) => {
    let met = 0
    for (const condition of triedOf(field)) {
      await ruleThat(condition)
      expect(await concernedBy(without), JSON.stringify(condition)).toBe(0)
      if (field === 'region') expect(await seenBy(empty), JSON.stringify(condition)).toBe(0)
      met += Math.min(1, await seenBy(withValues))
    }
    // Otherwise it would prove nothing that the others see nothing.
    expect(met).toBeGreaterThan(1)
  })

  it('cannot create, change or delete what only such a rule would allow', async () => {
    await ruleThat({ fieldName: 'region', operator: '!=', value: '$user.region' })
    const [note] = recordsOf(await stage.client.find(Note))
    for (const client of [without, empty]) {
      expect(shown(await client.create(Note, { name: 'new', region: 'south' }))).toEqual(
        refusal('not-permitted', { data: { fields: ['region'] } }),
      )
      expect(shown(await client.update(Note, note?.id ?? 0, { version: 0, name: 'x' }))).toEqual(
        refusal('record-not-found'),
      )
      expect(shown(await client.delete(Note, note?.id ?? 0))).toEqual(refusal('record-not-found'))
    }
    expect(recordOf(await withValues.create(Note, { name: 'new', region: 'south' }))['region']).toBe('south')
  })

  it('can still do what other rules allow', async () => {
    const condition = {
      operator: 'or',
      criteria: [
        { fieldName: 'region', operator: '=', value: '$user.region' },
        { fieldName: 'name', operator: '=', value: 'nothing' },
      ],
    }
    await ruleThat(condition)
    expect(await seenBy(without)).toBe(1)
  })

  it('loses access at the moment when the value is removed', async () => {
    await ruleThat({ fieldName: 'region', operator: '=', value: '$user.region' })
    const me = recordOf(await withValues.exchange('GET', '/ws/me'))
    expect(await seenBy(withValues)).toBeGreaterThan(0)
    for (const region of ['', null]) {
      const { version } = recordOf(await stage.client.read(User, me.id))
      recordOf(await stage.client.update(User, me.id, { version, region }))
      expect(await seenBy(withValues)).toBe(0)
    }
  })
})

describe('a variable that does not exist', () => {
  it.each([
    '$user.nothing',
    '$user.password',
    '$user.roles',
    '$user',
    '$user.',
    '$users.id',
    '$now.x',
    '$',
    '$owner',
    '$user.region.x',
  ])('is refused in a rule: %s', async (value) => {
    for (const condition of [
      { fieldName: 'region', operator: '!=', value },
      { fieldName: 'region', operator: 'between', value: 'a', value2: value },
    ])
      expect(
        shown(await stage.client.create(Rule, { role: { id: role.id }, model: Note, read: true, condition })),
      ).toEqual(refusal('invalid-record', { errors: { condition: expect.any(String) } }))
  })

  it.each([
    { operator: 'in', value: ['$user.region'] },
    { operator: 'notIn', value: ['a', '$user.region'] },
    { operator: 'like', value: '$user.region' },
    { operator: 'notLike', value: '$user.region' },
  ])('is refused where it would be taken for text: $operator', async (criterion) => {
    const condition = { fieldName: 'region', ...criterion }
    expect(
      shown(await stage.client.create(Rule, { role: { id: role.id }, model: Note, read: true, condition })),
    ).toEqual(refusal('invalid-record', { errors: { condition: expect.stringContaining('take no variables') } }))
  })

  it.each([
    { fieldName: 'region', operator: '!=', value: '$user.nothing' },
    { operator: 'not', criteria: [{ fieldName: 'region', operator: '=', value: '$nobody' }] },
    {
      operator: 'or',
      criteria: [
        { fieldName: 'name', operator: 'notNull' },
        { fieldName: 'gone', operator: 'isNull' },
      ],
    },
    { fieldName: 'region', operator: 'notIn', value: ['$user.region'] },
    'text',
    [],
    5,
  ])('makes a rule that was written by hand allow nothing at all: %j', async (condition) => {
    const [rule] = role.rules
    const write = 'update record.tabularium_rule set condition = $1 where id = $2'
    await stage.database.query(write, [JSON.stringify(condition), rule?.id])
    for (const client of [without, withValues]) {
      expect(shown(await client.find(Note))).toEqual(refusal('unknown-model'))
      expect(shown(await client.create(Note, { name: 'new' }))).toEqual(refusal('unknown-model'))
    }
    await stage.database.query(write, [null, rule?.id])
    expect(await seenBy(without)).toBeGreaterThan(0)
  })

  it('and so do fields that are not a list', async () => {
    const [rule] = role.rules
    for (const names of [{}, 'name', 5]) {
      await stage.database.query('update record.tabularium_rule set read_fields = $1 where id = $2', [
        JSON.stringify(names),
        rule?.id,
      ])
      expect(shown(await without.find(Note))).toEqual(refusal('unknown-model'))
    }
    await stage.database.query('update record.tabularium_rule set read_fields = null where id = $1', [rule?.id])
  })
})
