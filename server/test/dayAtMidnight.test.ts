import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ActionDeclaration } from '../src/logic/action.ts'
import type { ModelDeclaration } from '../src/model/declare.ts'
import { type TestKit, testKit } from '../src/testing.ts'

const library = JSON.stringify(import.meta.resolve('../src/index.ts'))
const declarations = (timeZone: string) => `
import { action, application, date, integer, links, model, role, series } from ${library}
export const place = application({ timeZone: '${timeZone}', yearBegins: '04-01' })
export const Visit = model({
  name: 'org.example.desk.Visit', title: 'number',
  fields: {
    on: date({ required: true, default: '$today' }),
    number: series('V-{year}-{month}-{day}-{number:3}'),
    slip: series('{on.fiscalYear}-{number:3}'),
  },
  checks: [{ name: 'notLater', fields: ['on'], holds: 'on <= $today', message: 'must not be later' }],
})
export const reader = role({ name: 'reader', actions: ['org.example.desk.count'], rules: [
  { model: Visit, read: true, condition: { fieldName: 'on', operator: '=', value: '$today' } },
] })
export const count = action({
  name: 'org.example.desk.count', takes: {}, gives: { seen: integer(), today: integer(), sinceMidnight: integer() },
  async run(_, records) {
    const search = async (fieldName, operator, value) =>
      (await records.search(Visit, { where: { fieldName, operator, value } })).length
    return {
      seen: await search('id', '>', 0),
      today: await search('on', '=', '$today'),
      sinceMidnight: await search('createdOn', '>=', '$today'),
    }
  },
})
`

/** What the files declare. */
interface Declared {
  readonly Visit: ModelDeclaration<never>
  readonly count: ActionDeclaration<never, never>
}

/** Moments at places, with the day that it is there: soon after midnight and soon before it, whatever UTC says. */
const places: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'Europe/Paris': [
    ['2026-07-09T22:30:00Z', '2026-07-10'],
    ['2026-07-10T21:30:00Z', '2026-07-10'],
    // The clocks go forward on 29 March, and back on 25 October.
    ['2026-03-28T23:30:00Z', '2026-03-29'],
    ['2026-03-29T21:30:00Z', '2026-03-29'],
    ['2026-10-24T22:30:00Z', '2026-10-25'],
    ['2026-10-25T22:30:00Z', '2026-10-25'],
  ],
  'America/New_York': [
    ['2026-03-08T05:30:00Z', '2026-03-08'],
    ['2026-03-09T03:30:00Z', '2026-03-08'],
    ['2026-11-01T04:30:00Z', '2026-11-01'],
    ['2026-11-02T04:30:00Z', '2026-11-01'],
  ],
  // There is no midnight on 24 April: the day begins at one o'clock.
  'Africa/Cairo': [
    ['2026-04-23T21:59:59Z', '2026-04-23'],
    ['2026-04-23T22:00:00Z', '2026-04-24'],
  ],
  'Pacific/Auckland': [
    ['2026-03-31T10:59:59.900Z', '2026-03-31'],
    ['2026-03-31T11:00:00Z', '2026-04-01'],
  ],
}

/** The day after. */
const next = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

describe.each(Object.entries(places))('the day at midnight in %s', (timeZone, moments) => {
  let folder: string
  let kit: TestKit
  let declared: Declared

  beforeAll(async () => {
    process.env['TABULARIUM_TEST_DATABASE_URL'] = inject('databaseUrl')
    folder = await mkdtemp(join(tmpdir(), 'midnight-'))
    await writeFile(join(folder, 'Visit.ts'), declarations(timeZone))
    declared = await import(join(folder, 'Visit.ts'))
    kit = await testKit({ models: folder })
  })
  afterAll(async () => {
    delete process.env['TABULARIUM_TEST_DATABASE_URL']
    await kit?.close()
    await rm(folder, { recursive: true })
  })

  const create = (at: Date, data: object = {}): Promise<Record<string, unknown>> =>
    kit.records((records) => records.create(declared.Visit, data as never), { at })

  it.each(moments)('at %s it is %s for defaults, series, checks, rules and searches', async (moment, day) => {
    const at = new Date(moment)
    const counted = async (): Promise<Record<string, number>> =>
      kit.as('reader').act(declared.count, {} as never, { at })
    const before = await counted()
    expect(before['seen']).toBe(before['today'])
    const made = await create(at)
    expect(made['on']).toBe(day)
    expect(made['number']).toContain(`V-${day}-`)
    const year = Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)
    expect(made['slip']).toContain(`${year}-`)
    await expect(create(at, { on: next(day) })).rejects.toMatchObject({
      details: { errors: { on: 'must not be later' } },
    })
    expect(await counted()).toEqual({
      seen: Number(before['seen']) + 1,
      today: Number(before['today']) + 1,
      sinceMidnight: Number(before['sinceMidnight']) + 1,
    })
  })
})
