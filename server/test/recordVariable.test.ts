import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { search, updateMass } from './harness/actions.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { Note, notes } from './harness/notes.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(notes)
const is = (fieldName: string, operator: string, value?: unknown, value2?: unknown) => ({
  fieldName,
  operator,
  ...(value === undefined ? {} : { value }),
  ...(value2 === undefined ? {} : { value2 }),
})

async function found(criterion: object, client: Client = stage.client): Promise<unknown[]> {
  const reply = await search(client, Note, { data: { criteria: [criterion] }, fields: ['name'], sortBy: ['name'] })
  return recordsOf(reply).map(({ name }) => name)
}

beforeAll(async () => {
  const { client } = stage
  const a = recordOf(
    await client.create(Note, { name: 'a', level: 5, amount: '5.00', region: 'a', form: 'memo', day: '2026-01-02' }),
  )
  await client.create(Note, { name: 'b', level: 3, amount: '4.50', region: 'x', parent: { id: a.id }, open: true })
  await client.create(Note, { name: 'c', level: 9, region: '$record.name' })
})

describe('a value of criteria may be another field of the record', () => {
  it.each<[string, object, string[]]>([
    ['text', is('name', '=', '$record.region'), ['a']],
    ['a number and a decimal', is('level', '<', '$record.amount'), ['b']],
    ['a decimal and a number', is('amount', '<=', '$record.level'), ['a']],
    ['a range', is('level', 'between', '$record.amount', 9), ['a']],
    ['what every record has', is('createdOn', '=', '$record.updatedOn'), ['a', 'b', 'c']],
    ['ids of users', is('createdBy', '=', '$record.updatedBy'), ['a', 'b', 'c']],
    ['a missing value, which compares as unknown', is('level', '>', '$record.amount'), []],
    [
      'a missing value under not, which is unknown as well',
      { operator: 'not', criteria: [is('level', '<', '$record.amount')] },
      ['a'],
    ],
    ['the record that the criteria are about, from a related one', is('answers.level', '<', '$record.level'), ['a']],
    ['the same over a reference', is('parent.level', '>', '$record.level'), ['b']],
    ['text that is written with one more dollar sign', is('region', '=', '$$record.name'), ['c']],
    ['other text that begins with a dollar sign', is('region', 'like', '$rec%'), ['c']],
  ])('%s', async (_, criterion, names) => {
    expect(await found(criterion)).toEqual(names)
  })

  it.each<[string, object, string]>([
    [
      'an unknown field',
      is('level', '<', '$record.amuont'),
      `There is no field "amuont" of ${Note}. Did you mean "amount"?`,
    ],
    [
      'a field of another type',
      is('level', '<', '$record.name'),
      'The value $record.name has another type than level, which is of type integer.',
    ],
    [
      'an id of another model',
      is('parent', '=', '$record.createdBy'),
      'The value $record.createdBy has another type than parent, which is of type reference.',
    ],
    [
      'a dotted name',
      is('level', '<', '$record.parent.level'),
      'There is no variable "$record.parent.level": ' +
        'write one of $user, $now, $today, $today-30d, $record.<field>; for text that begins with $ write $$.',
    ],
    [
      'a variable in a list',
      is('region', 'in', ['$record.name']),
      'The value $record.name of region is in a list or a pattern, which take no variables: ' +
        'use =, !=, <, <=, >, >= or between; for text that begins with $ write $$.',
    ],
  ])('is rejected by name: %s', async (_, criterion, message) => {
    const reply = await search(stage.client, Note, { data: { criteria: [criterion] } })
    expect(shown(reply)).toEqual(refusal('invalid-parameter', { data: { message } }))
  })

  it('also in the criteria of a mass update', async () => {
    const { client } = stage
    const made = recordOf(await client.create(Note, { name: 'mass', level: 70, amount: '70.00' }))
    const reply = await updateMass(client, Note, {
      data: { criteria: [is('level', '=', '$record.amount'), is('name', '=', 'mass')] },
      values: { form: 'letter' },
      maxAffected: 5,
    })
    expect(shown(reply)).toEqual(success([], { total: 1 }))
    expect(recordOf(await client.read(Note, made.id))).toMatchObject({ form: 'letter' })
    await client.delete(Note, made.id, 1)
  })
})

describe('a user who may not read a field', () => {
  let blind: Client
  let partly: Client

  beforeAll(async () => {
    const { client, service, database } = stage
    const few = { model: Note, read: true, readFields: ['name', 'level'] }
    const blindRole = await makeRole(client, 'blind', [few])
    const more = { model: Note, read: true, condition: is('name', '=', 'b') }
    const partlyRole = await makeRole(client, 'partly', [few, more])
    blind = await clientOf(service, database, (await makeUser(client, 'blind', [blindRole])).id)
    partly = await clientOf(service, database, (await makeUser(client, 'partly', [partlyRole])).id)
  })

  afterAll(() => {
    blind.close()
    partly.close()
  })

  it('learns nothing about it as the value of a criterion', async () => {
    const reply = await search(blind, Note, { data: { criteria: [is('level', '<', '$record.amount')] } })
    const message = `There is no field "amount" of ${Note}.`
    expect(shown(reply)).toEqual(refusal('invalid-parameter', { data: { message } }))
  })

  it('compares it only in the records in which it is visible', async () => {
    expect(await found(is('level', '<', '$record.amount'), partly)).toEqual(['b'])
    expect(await found(is('level', '>=', '$record.amount'), partly)).toEqual([])
  })
})

describe('a rule may compare two fields of a record', () => {
  it('and shows only the records that meet it', async () => {
    const { client, service, database } = stage
    const rule = { model: Note, read: true, condition: is('level', '<', '$record.amount') }
    const role = await makeRole(client, 'comparing', [rule])
    const reader = await clientOf(service, database, (await makeUser(client, 'reader', [role])).id)
    expect(await found(is('id', 'notNull'), reader)).toEqual(['b'])
    reader.close()
  })
})
