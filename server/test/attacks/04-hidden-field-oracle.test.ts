import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Guesses, OracleProbe, shareOf } from '../harness/OracleProbe.ts'
import { TwinServices } from '../harness/TwinServices.ts'
import { Badge, Case, fillVault, onlookers, Person, Team, vault } from '../harness/vault.ts'

/** The values of the fields in one database, in the other, and in neither. */
const guesses: Guesses = {
  alias: ['alias 1', 'x', 'nothing'],
  note: ['note again 1', 'other 1', 'note 1', 'nothing'],
  salary: ['10.50', '32.50', '10.00', '0.00'],
  score: [2, 98, 1, 0],
  code: ['code 1', 'other1', 'nothing'],
  pin: ['pin 1', 'other'],
  owner: [{ id: 2 }, { id: 1 }],
  secretTeam: [{ id: 2 }, { id: 1 }, { id: 3 }],
  boss: [{ id: 1 }, { id: 2 }],
  team: [{ id: 2 }, { id: 1 }],
  badges: [[{ id: 2 }, { id: 5 }], [{ id: 1 }], []],
  friends: [[{ id: 3 }], [{ id: 4 }, { id: 1 }], []],
}
/** Records of others, of the caller, and hidden ones. */
const ids = [1, 3, 4]
let asked = 0

afterAll(() => {
  console.info(`${asked} questions had the same answer, to the byte`)
  expect(asked).toBeGreaterThan(1_000)
})

describe.each(onlookers)('somebody $name', (onlooker) => {
  const { hidden, change, writesUnique } = onlooker
  let mirror: TwinServices
  let inquiry: OracleProbe
  const guessable = Object.entries(guesses).filter(([field]) => hidden.length === 0 || hidden.includes(field))
  const guessed = shareOf(guessable, onlookers.indexOf(onlooker))
  const tried = guessed.filter(([field]) => field !== 'code' || writesUnique === 'none')
  /** Also the unique field, if it may not be written. Every third person belongs to the onlooker. */
  const triedOf = (id: number) => (writesUnique === 'own' && id % 3 > 0 ? guessed : tried)

  beforeAll(async () => {
    mirror = await TwinServices.open(vault, (admin) => fillVault(admin, onlooker), change)
    inquiry = new OracleProbe(mirror)
  })

  afterAll(async () => {
    asked += inquiry.count
    expect(mirror.logs()).not.toContain('internal failure')
    await mirror.close()
  })

  it('there is something to hide', async () => {
    const [left, right] = await mirror.askAsAdmin('POST', `/ws/rest/${Person}/search`, {
      body: { fields: ['name', 'note', 'salary', 'score', 'badges'], limit: 100 },
    })
    expect(left.status).toBe(200)
    expect(left.text).not.toBe(right.text)
  })

  it('learns nothing by finding, counting and reading', async () => {
    for (const model of [Person, Team, Badge, Case])
      for (const query of [
        '',
        '?limit=0',
        '?limit=3&offset=2',
        '?offset=20',
        '?limit=100&sortBy=-id',
        '?q=other',
        '?q=note',
      ])
        await inquiry.ask('GET', `/ws/rest/${model}${query}`)
    for (let id = 0; id <= 33; id++) await inquiry.read(Person, id)
    for (const id of [1, 2, 3, 4, 5, 6, 9]) for (const model of [Team, Badge, Case]) await inquiry.read(model, id)
  })

  it('learns nothing by criteria', async () => {
    for (const [field, values] of guessed)
      for (const value of values.flat()) {
        const operand = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
        for (const operator of ['=', '>', 'like'])
          await inquiry.search(Person, { data: { fieldName: field, operator, value: operand }, limit: 100 })
        await inquiry.search(Person, {
          data: { operator: 'not', criteria: [{ fieldName: field, operator: 'in', value: [operand] }] },
          limit: 0,
        })
      }
    for (const [field] of guessed) {
      await inquiry.search(Person, { data: { fieldName: field, operator: 'isNull' }, limit: 0 })
      await inquiry.search(Person, {
        data: { fieldName: field, operator: 'notNull' },
        fields: [field, 'name'],
        limit: 100,
      })
      await inquiry.ask('GET', `/ws/rest/${Person}?fields=${field},name`)
      await inquiry.ask('GET', `/ws/rest/${Person}/1?fields=${field}`)
    }
  })

  it('learns nothing by sorts, and by walks through pages', async () => {
    for (const [field] of guessed)
      for (const key of [field, `-${field}`]) {
        await inquiry.search(Person, { sortBy: [key], fields: ['name'], limit: 100 })
        await inquiry.search(Person, { sortBy: ['name', key], limit: 5, offset: 3, total: false })
      }
    for (const sortBy of [
      ['salary'],
      ['-score', 'name'],
      ['name', 'note'],
      ['-label'],
      ['boss.salary', 'rank'],
      ['team.name'],
    ])
      await inquiry.walk(Person, { sortBy, fields: ['name', 'salary'] }, 4)
  })

  it('learns nothing by words', async () => {
    for (const q of ['person', 'alias', 'alias 1', 'x', 'other', 'note', '2'])
      await inquiry.ask('GET', `/ws/rest/${Person}?q=${encodeURIComponent(q)}&limit=100`)
  })

  it('learns nothing by writing guesses: current, stale, merged, as a dry run and in bulk', async () => {
    for (const id of ids)
      for (const [field, values] of triedOf(id)) {
        const [value, other = value] = values
        for (const query of ['?dryRun=true', '?dryRun=true&onConflict=merge'])
          for (const stale of [0, 2]) await inquiry.change(Person, id, { [field]: value }, { query, stale })
        await inquiry.change(Person, id, { [field]: other, name: 'Person 1' }, { query: '?dryRun=true', stale: 1 })
      }
  })

  it('learns nothing by real writes', async () => {
    for (const id of ids)
      for (const [index, [field, values]] of triedOf(id).entries()) {
        const value = values[index % values.length]
        await inquiry.change(Person, id, { [field]: value }, { query: '?onConflict=merge', stale: index % 2 })
        await inquiry.change(Person, id, { name: `Person ${index % 3}`, [field]: value })
        await inquiry.change(Person, id, { name: `Again ${index % 3}` }, { query: '?onConflict=merge', stale: 1 })
      }
    await inquiry.walk(Person, { sortBy: ['name'] }, 10)
  })

  it('learns nothing by bulk writes and mass updates', async () => {
    for (const [field, values] of tried) {
      const [value, other] = values
      const operand = Array.isArray(value) ? value[0] : value
      await inquiry.ask('POST', `/ws/rest/${Person}/updateMass?dryRun=true`, {
        data: { fieldName: field, operator: '=', value: operand },
        values: { name: 'found' },
        maxAffected: 1_000,
      })
      await inquiry.ask('POST', `/ws/rest/${Person}/updateMass?dryRun=true`, {
        data: {},
        values: { [field]: other },
        maxAffected: 2,
      })
      await inquiry.ask('POST', `/ws/rest/${Person}?dryRun=true`, {
        records: [
          { name: 'new', [field]: value },
          { id: 1, version: 0, [field]: other },
          { id: 4, version: 2, name: 'x' },
        ],
      })
      await inquiry.ask('PUT', `/ws/rest/${Person}?dryRun=true`, { data: { name: 'new', [field]: value } })
    }
    await inquiry.ask('POST', `/ws/rest/${Person}/removeAll?dryRun=true`, {
      records: [
        { id: 4, version: 2 },
        { id: 28, version: 2 },
      ],
    })
  })

  it('got every kind of answer, and saw something', () => {
    for (const status of [200, 400, 404]) expect(inquiry.statuses.get(status) ?? 0).toBeGreaterThan(5)
  })
})
