import { beforeAll, describe, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { date } from '../src/model/field/date.ts'
import { dateTime } from '../src/model/field/dateTime.ts'
import { integer } from '../src/model/field/integer.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { pathOf, removeAll, saveMany, search, updateMass } from './harness/actions.ts'
import { Client, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { makeRole, makeUser, openSession } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Task = model({
  name: 'plan.Task',
  title: 'name',
  fields: {
    name: text(),
    due: date(),
    at: dateTime(),
    count: integer(),
    owner: reference('tabularium.User'),
    sister: reference('plan.Task'),
  },
})
const stage = useModels(toModels([Task]))
const dayLength = 86_400_000

/** The day that is so many days from today, by the clock of the database. */
let dayFrom: (days: number) => string
let moment: (milliseconds: number) => string

beforeAll(async () => {
  const [row] = await stage.database.query<{ now: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  const now = Date.parse(String(row?.now))
  dayFrom = (days) => new Date(now + days * dayLength).toISOString().slice(0, 10)
  moment = (milliseconds) => new Date(now + milliseconds).toISOString()
  const records = [
    { name: 'old', due: dayFrom(-40), at: moment(-40 * dayLength) },
    { name: 'late', due: dayFrom(-2), at: moment(-3_600_000 * 3) },
    { name: 'soon', due: dayFrom(5), at: moment(3_600_000 * 30) },
    { name: '$now', due: null, at: null, owner: { id: 1 } },
    { name: '$5', due: null, at: null },
  ]
  recordsOf(await saveMany(stage.client, Task, records))
})

async function found(fieldName: string, operator: string, value: unknown, value2?: unknown): Promise<string> {
  const criterion = { fieldName, operator, value, ...(value2 === undefined ? {} : { value2 }) }
  const reply = await search(stage.client, Task, { data: { criteria: [criterion] }, sortBy: ['id'] })
  return recordsOf(reply)
    .map(({ name }) => name)
    .join()
}

async function messageOf(fieldName: string, operator: string, value: unknown): Promise<string> {
  const reply = await search(stage.client, Task, { data: { criteria: [{ fieldName, operator, value }] } })
  expect(shown(reply)).toEqual(refusal('invalid-parameter'))
  return (reply.json?.data as { message: string }).message
}

describe('times relative to now, by the clock of the database', () => {
  it.each<[string, string, string, string | undefined, string]>([
    ['due', '<', '$today', undefined, 'old,late'],
    ['due', '>=', '$today-2d', undefined, 'late,soon'],
    ['due', '>', '$today-2d', undefined, 'soon'],
    ['due', '=', '$today+5d', undefined, 'soon'],
    ['due', 'between', '$today-6w', '$today-1w', 'old'],
    ['due', 'notBetween', '$today-1y', '$today', 'soon'],
    ['due', '>', '$today-1m', undefined, 'late,soon'],
    ['due', '<', '$now', undefined, 'old,late'],
    ['due', '<=', '$now-36h', undefined, 'old,late'],
    ['at', '<', '$now', undefined, 'old,late'],
    ['at', '>', '$now-4h', undefined, 'late,soon'],
    ['at', '<', '$now-170min', undefined, 'old,late'],
    ['at', '>=', '$today+1d', undefined, 'soon'],
    ['createdOn', '>', '$now-10min', undefined, 'old,late,soon,$now,$5'],
    ['createdOn', '>', '$now+1d', undefined, ''],
  ])('%s %s %s %s finds %s', async (field, operator, value, value2, expected) => {
    expect(await found(field, operator, value, value2)).toBe(expected)
  })

  it('the day begins in UTC, also for a time', async () => {
    const made = recordsOf(
      await saveMany(stage.client, Task, [
        { name: 'first', at: `${dayFrom(0)}T00:00:00Z` },
        { name: 'before', at: `${dayFrom(-1)}T23:59:59.999Z` },
      ]),
    )
    const [since, until] = [await found('at', '>=', '$today'), await found('at', '<', '$today')]
    const targets = made.map(({ id, version }) => ({ id, version }))
    expect((await removeAll(stage.client, Task, targets)).status).toBe(200)
    expect([since.includes('first'), since.includes('before')]).toEqual([true, false])
    expect([until.includes('first'), until.includes('before')]).toEqual([false, true])
  })

  it('count in aggregates and mass updates as in searches', async () => {
    const data = { criteria: [{ fieldName: 'due', operator: '<', value: '$today' }] }
    const reply = await stage.client.exchange('POST', pathOf(Task, 'aggregate'), { body: { data, count: true } })
    expect(reply.json?.data).toEqual([{ group: {}, count: 2 }])
    const change = await updateMass(
      stage.client,
      Task,
      { data, values: { count: 1 }, maxAffected: 5 },
      { query: '?dryRun=true' },
    )
    expect(change.status).toBe(200)
    expect(change.text).toContain('2')
  })
})

describe('the calling user', () => {
  it('$user and $user.id are the id of the caller, for references to users and authors', async () => {
    expect(await found('owner', '=', '$user')).toBe('$now')
    expect(await found('owner', '=', '$user.id')).toBe('$now')
    expect(await found('createdBy', '=', '$user')).toBe('old,late,soon,$now,$5')
    expect(await found('createdBy', '!=', '$user')).toBe('')
  })

  it('is another one for each caller, also if equal searches wait together', async () => {
    const other = await stage.another('other')
    const data = { criteria: [{ fieldName: 'createdBy', operator: '=', value: '$user' }] }
    const totals = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        search(index % 2 === 0 ? stage.client : other, Task, { data }).then(({ json }) => json?.total),
      ),
    )
    expect(totals).toEqual(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 5 : 0)))
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? stage.client : other)
          .exchange('POST', pathOf(Task, 'aggregate'), { body: { data, count: true } })
          .then(({ json }) => json?.data),
      ),
    )
    expect(counts).toEqual(Array.from({ length: 40 }, (_, index) => [{ group: {}, count: index % 2 === 0 ? 5 : 0 }]))
  })

  it('no other field of the user: a search must not tell one that the user may not read', async () => {
    expect(await messageOf('count', '=', '$user.version')).toContain('There is no field "version" of the user.')
    expect(await found('name', '=', '$user.username')).toBe('')
  })

  it('for callers who do not know the model of users, too', async () => {
    const role = await makeRole(stage.client, 'tasks', [{ model: Task.name, read: true }])
    const { id } = await makeUser(stage.client, 'reader', [role])
    const reader = new Client(stage.service.url)
    reader.cookie = await openSession(stage.database, id)
    const data = { criteria: [{ fieldName: 'createdBy', operator: '!=', value: '$user' }] }
    expect((await search(reader, Task, { data })).json?.total).toBe(5)
    reader.close()
  })
})

describe('text that begins with $', () => {
  it('is text for a text field', async () => {
    expect(await found('name', '=', '$5')).toBe('$5')
    expect(await found('name', '=', '$now')).toBe('$now')
    expect(await found('name', '=', '$$5')).toBe('')
    expect(await found('name', 'in', ['$5', '$now'])).toBe('$now,$5')
    expect(await found('name', 'like', '$%')).toBe('$now,$5')
  })

  it('is a variable for other fields, and a wrong one is refused with what to write', async () => {
    expect(await messageOf('due', '<', '$tomorrow')).toContain('There is no variable "$tomorrow"')
    expect(await messageOf('due', '<', '$today-2h')).toContain('$today-30d')
    expect(await messageOf('due', '<', '$now-1000y')).toContain('There is no variable')
    expect(await messageOf('due', 'in', ['$today'])).toContain('which take no variables')
    expect(await messageOf('count', '=', '$now')).toContain('has another type than count, which is of type integer')
    expect(await messageOf('sister', '=', '$user')).toContain('has another type than sister')
    expect(await messageOf('due', '=', '$user')).toContain('has another type than due')
  })
})

describe('rules', () => {
  it('take the same variables', async () => {
    const condition = {
      operator: 'and',
      criteria: [
        { fieldName: 'due', operator: 'between', value: '$today-30d', value2: '$today+1w' },
        { fieldName: 'createdBy', operator: '!=', value: '$user' },
      ],
    }
    const role = await makeRole(stage.client, 'recent', [{ model: Task.name, read: true, condition }])
    const { id } = await makeUser(stage.client, 'recent', [role])
    const recent = new Client(stage.service.url)
    recent.cookie = await openSession(stage.database, id)
    const reply = await search(recent, Task, { sortBy: ['id'] })
    expect(recordsOf(reply).map(({ name }) => name)).toEqual(['late', 'soon'])
    recent.close()
  })
})
