import { describe, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { date } from '../src/model/field/date.ts'
import { dateTime } from '../src/model/field/dateTime.ts'
import { series } from '../src/model/field/series.ts'
import { text } from '../src/model/field/text.ts'
import { dayIn } from '../src/text/timeZone.ts'
import { pathOf, saveMany, search } from './harness/actions.ts'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Visit = model({
  name: 'desk.Visit',
  title: 'number',
  fields: {
    number: series('V-{year}-{month}-{day}-{number}'),
    on: date({ required: true, default: '$today' }),
    at: dateTime(),
    note: text(),
  },
  checks: [
    {
      name: 'notOver',
      fields: ['on'],
      holds: { fieldName: 'on', operator: '>=', value: '$today' },
      message: 'must not be over',
    },
  ],
})

// It is another day than in UTC in one of the two at any hour, and in both of them for most of the time.
describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])('the day in %s', (timeZone) => {
  const stage = useModels(toModels([Visit], { timeZone }))

  /** The day at the place before and after something was done: it is one of the two. */
  async function during<T>(act: () => Promise<T>): Promise<{ result: T; days: string[] }> {
    const before = dayIn(timeZone, new Date())
    const result = await act()
    return { result, days: [before, dayIn(timeZone, new Date())] }
  }

  const plus = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const create = async (data: object): Promise<RecordJson> => recordOf(await stage.client.create(Visit.name, data))
  const found = async (note: string, ...criterion: [string, string, unknown]) => {
    const [fieldName, operator, value] = criterion
    const criteria = [
      { fieldName: 'note', operator: '=', value: note },
      { fieldName, operator, value },
    ]
    return recordsOf(await search(stage.client, Visit, { data: { criteria } })).length
  }

  it('is that of defaults, of series and of searches', async () => {
    const { result, days } = await during(() => create({ note: 'default' }))
    expect(days).toContain(result['on'])
    expect(result['number']).toContain(`V-${String(result['on'])}-`)
    expect(await found('default', 'on', '=', '$today')).toBe(1)
    expect(await found('default', 'on', '=', '$now')).toBe(1)
    expect(await found('default', 'on', '<', '$today+1d')).toBe(1)
    expect(await found('default', 'on', '>=', '$today+1d')).toBe(0)
  })

  it('is that of checks', async () => {
    const { days } = await during(async () => {})
    const [today = ''] = days
    await create({ on: plus(today, 1) })
    expect(shown(await stage.client.create(Visit.name, { on: plus(today, -1) }))).toMatchObject(
      refusal('invalid-record'),
    )
  })

  it('begins at midnight there, beside a time', async () => {
    const [today = ''] = (await during(async () => {})).days
    const [row] = await stage.database.query<{ start: string }>(
      `select to_char('${today}'::timestamp at time zone '${timeZone}' at time zone 'UTC',
         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start`,
    )
    const start = Date.parse(String(row?.start))
    await saveMany(stage.client, Visit, [
      { note: 'first', at: new Date(start).toISOString() },
      { note: 'last', at: new Date(start - 1).toISOString() },
    ])
    expect([await found('first', 'at', '>=', '$today'), await found('last', 'at', '>=', '$today')]).toEqual([1, 0])
    expect([await found('first', 'at', '<', '$today'), await found('last', 'at', '<', '$today')]).toEqual([0, 1])
    expect(await found('last', 'at', '>=', '$today-1d')).toBe(1)
  })

  it('is that of groups by day, unless a zone is named', async () => {
    const made = await create({ note: 'grouped' })
    const groups = async (more: object) => {
      const data = { criteria: [{ fieldName: 'note', operator: '=', value: 'grouped' }] }
      const groupBy = [{ fieldName: 'createdOn', by: 'day', ...more }]
      const body = { data, groupBy, count: true }
      const reply = await stage.client.exchange('POST', pathOf(Visit, 'aggregate'), { body })
      return (reply.json?.data as { group: { createdOn: string } }[]).map(({ group }) => group.createdOn)
    }
    const at = new Date(String(made['createdOn']))
    expect(await groups({})).toEqual([dayIn(timeZone, at)])
    expect(await groups({ timeZone: 'UTC' })).toEqual([dayIn('UTC', at)])
  })

  it('is that of rules', async () => {
    const { result } = await during(() => create({ note: 'ruled' }))
    const condition = { fieldName: 'on', operator: '=', value: '$today' }
    const role = await makeRole(stage.client, 'today', [{ model: Visit.name, read: true, condition }])
    const user = await makeUser(stage.client, 'reader', [role])
    const reader = await clientOf(stage.service, stage.database, user.id)
    const reply = await reader.read(Visit.name, result.id)
    expect(reply.status).toBe(200)
    const other = await create({ on: plus(String(result['on']), 1) })
    expect((await reader.read(Visit.name, other.id)).status).toBe(404)
    reader.close()
  })
})

describe('a database with another day', () => {
  const stage = useModels(toModels([Visit], { timeZone: 'Pacific/Auckland' }))

  it('needs one step, and is not served without it', async () => {
    const elsewhere = toModels([Visit], { timeZone: 'Asia/Tokyo', languages: ['en', 'ja'], currency: 'JPY' })
    const steps = await stage.plan(elsewhere)
    expect(steps).toMatchObject([
      {
        title: 'Let the application have the time zone Asia/Tokyo, the languages en, ja, the currency JPY',
        required: true,
      },
    ])
    await stage.serve(elsewhere)
    expect(await stage.plan(elsewhere)).toEqual([])
    expect(await stage.plan(toModels([Visit], { timeZone: 'Pacific/Auckland' }))).toHaveLength(1)
  })
})
