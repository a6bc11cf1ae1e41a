import { beforeAll, describe, expect, it } from 'vitest'
import { historyOf, pathOf, saveMany, updateMass } from './harness/actions.ts'
import { type Client, recordOf, type RecordJson, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { fair, Hall, Show } from './harness/fair.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(fair)
let hall: RecordJson

beforeAll(async () => {
  hall = recordOf(await stage.client.create(Hall.name, { name: 'small', seats: 100, open: false }))
})

const endsEarlier = { startsOn: '2026-05-02', endsOn: '2026-05-01' }
const needed = 'is needed before the status can be open'

async function make(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Show.name, { name: 'show', ...fields }))
}

/** The refusal of a record that breaks checks, with the message of each. */
function broken(errors: Record<string, string>, checks?: Record<string, string>, more: object = {}): object {
  return refusal('invalid-record', { errors, data: { ...(checks ? { checks } : {}), ...more } })
}

const noLater = broken({ endsOn: 'must not be before the start' }, { endsLater: 'must not be before the start' })

describe('a record that breaks a check is refused, by field and by the name of the check', () => {
  it('when it is created', async () => {
    expect(shown(await stage.client.create(Show.name, { name: 'a', ...endsEarlier }))).toEqual(noLater)
  })

  it('when it is changed, also if the other field stays as it is', async () => {
    const show = await make({ startsOn: '2026-05-02' })
    const reply = await stage.client.update(Show.name, show.id, { version: 0, endsOn: '2026-05-01' })
    expect(shown(reply)).toEqual(noLater)
    const later = recordOf(await stage.client.update(Show.name, show.id, { version: 0, endsOn: '2026-05-03' }))
    expect(shown(await stage.client.update(Show.name, show.id, { version: 1, startsOn: '2026-06-01' }))).toEqual(
      noLater,
    )
    expect(recordOf(await stage.client.read(Show.name, show.id))).toEqual(later)
    expect(await historyOf(stage.client, Show, show.id)).toHaveLength(2)
  })

  it('with everything that is wrong with it at once', async () => {
    const wrong = { ...endsEarlier, seats: 200, hall: { id: hall.id }, announcedOn: '2999-01-01T00:00:00Z', name: 'Xa' }
    expect(shown(await stage.client.create(Show.name, wrong))).toEqual(
      broken(
        {
          endsOn: 'must not be before the start',
          seats: 'must fit the hall',
          hall: 'must fit the hall',
          announcedOn: 'must not be in the future',
          name: 'must not begin with X',
        },
        {
          endsLater: 'must not be before the start',
          fitsHall: 'must fit the hall',
          notInFuture: 'must not be in the future',
          noX: 'must not begin with X',
        },
      ),
    )
  })

  it('together with references that are missing', async () => {
    expect(shown(await stage.client.create(Show.name, { name: 'a', ...endsEarlier, hall: { id: 999_999 } }))).toEqual(
      broken(
        { hall: 'refers to a record that does not exist', endsOn: 'must not be before the start' },
        { endsLater: 'must not be before the start' },
      ),
    )
  })

  it('with all messages of a field that breaks two', async () => {
    const show = await make({
      seats: 50,
      status: 'open',
      startsOn: '2026-01-01',
      endsOn: '2026-01-01',
      secretLimit: 10,
    })
      .then(() => undefined)
      .catch(() => 'refused')
    expect(show).toBe('refused')
    const made = await make({ seats: 50, secretLimit: 60 })
    const dates = { startsOn: '2026-01-01', endsOn: '2026-01-01' }
    const open = recordOf(await stage.client.update(Show.name, made.id, { version: 0, status: 'open', ...dates }))
    const reply = await stage.client.update(Show.name, made.id, { version: open.version, seats: 40, secretLimit: 30 })
    expect(shown(reply)).toEqual(
      broken(
        { seats: 'must not become fewer after the draft; must not be more than secretLimit' },
        {
          neverFewer: 'must not become fewer after the draft',
          belowLimit: 'must not be more than secretLimit',
        },
      ),
    )
  })
})

describe('a check', () => {
  it('is about the records that meet its when', async () => {
    await make({ status: 'draft' })
    expect(shown(await stage.client.create(Show.name, { name: 'a', status: 'open', startsOn: '2026-01-01' }))).toEqual(
      broken({ startsOn: needed, endsOn: needed }, { openWithDates: needed }),
    )
  })

  it('passes if a missing value leaves it undecided', async () => {
    await make({ endsOn: '2026-05-01' })
    await make({ startsOn: '2026-05-01' })
    await make({ seats: 500 })
  })

  it('of another record asks it when this one is written, and not when the other one changes', async () => {
    const other = recordOf(await stage.client.create(Hall.name, { name: 'large', seats: 500 }))
    const show = await make({ seats: 400, hall: { id: other.id } })
    recordOf(await stage.client.update(Hall.name, other.id, { version: 0, seats: 5, open: false }))
    expect(shown(await stage.client.update(Show.name, show.id, { version: 0, name: 'b' }))).toEqual(
      broken({ seats: 'must fit the hall', hall: 'must fit the hall' }, { fitsHall: 'must fit the hall' }),
    )
  })

  it('of the record before the write has no value to compare with in a new record', async () => {
    const dates = { startsOn: '2026-01-01', endsOn: '2026-01-01' }
    const show = await make({ status: 'open', seats: 10, ...dates })
    const reply = await stage.client.update(Show.name, show.id, { version: 0, seats: 9 })
    const message = 'must not become fewer after the draft'
    expect(shown(reply)).toEqual(broken({ seats: message }, { neverFewer: message }))
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, seats: 11 }))
  })

  it('of a computed field compares it as it would become', async () => {
    const show = await make({ status: 'draft' })
    const message = 'must not begin with X'
    expect(shown(await stage.client.update(Show.name, show.id, { version: 0, name: 'xylophone' }))).toEqual(
      broken({ name: message }, { noX: message }),
    )
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, status: 'draft' }))
  })
})

const final = "can't change: over, done is final"

describe('a status', () => {
  const dates = { startsOn: '2026-01-01', endsOn: '2026-01-01' }

  it('moves on to what may follow, and the message names it', async () => {
    const show = await make(dates)
    const skipped = "can't follow draft; allowed: open"
    expect(shown(await stage.client.update(Show.name, show.id, { version: 0, status: 'sold out' }))).toEqual(
      broken({ status: skipped }, { status: skipped }),
    )
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, status: 'open' }))
    const back = "can't follow open; allowed: sold out, over, done"
    expect(shown(await stage.client.update(Show.name, show.id, { version: 1, status: 'draft' }))).toEqual(
      broken({ status: back }, { status: back }),
    )
    recordOf(await stage.client.update(Show.name, show.id, { version: 1, status: 'over, done' }))
    expect(shown(await stage.client.update(Show.name, show.id, { version: 2, status: 'open' }))).toEqual(
      broken({ status: final }, { status: final }),
    )
  })

  it('may stay as it is, cannot be cleared, and a new record begins with any', async () => {
    const show = await make({ ...dates, status: 'over, done' })
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, status: 'over, done', name: 'b' }))
    expect(shown(await stage.client.update(Show.name, show.id, { version: 1, status: null }))).toEqual(
      broken({ status: final }, { status: final }),
    )
    const draft = await make()
    const skipped = "can't follow draft; allowed: open"
    expect(shown(await stage.client.update(Show.name, draft.id, { version: 0, status: null }))).toEqual(
      broken({ status: skipped }, { status: skipped }),
    )
    const empty = await make({ ...dates, status: null })
    recordOf(await stage.client.update(Show.name, empty.id, { version: 0, status: 'sold out' }))
  })

  it('is checked against the present value when a change is merged', async () => {
    const show = await make(dates)
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, name: 'renamed' }))
    const reply = await stage.client.merge(Show.name, show.id, { version: 0, status: 'sold out' })
    const skipped = "can't follow draft; allowed: open"
    expect(shown(reply)).toEqual(broken({ status: skipped }, { status: skipped }))
    recordOf(await stage.client.merge(Show.name, show.id, { version: 0, status: 'open' }))
  })

  it('does not return to an old one by a restore', async () => {
    const show = await make(dates)
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, status: 'open' }))
    const back = "can't follow open; allowed: sold out, over, done"
    const reply = await stage.client.restore(Show.name, show.id, { version: 1, toVersion: 0 })
    expect(shown(reply)).toEqual(broken({ status: back }, { status: back }))
  })
})

describe('checks hold in every way to write', () => {
  it('bulk creates: none is written, and the errors name the place', async () => {
    const records = [{ name: 'bulk a' }, { name: 'bulk b', ...endsEarlier }, { name: 'bulk c' }]
    expect(shown(await saveMany(stage.client, Show, records))).toEqual(
      broken(
        { '1.endsOn': 'must not be before the start' },
        { endsLater: 'must not be before the start' },
        { place: '1', index: 1 },
      ),
    )
    const where = encodeURIComponent(JSON.stringify({ fieldName: 'name', operator: 'like', value: 'bulk %' }))
    expect(recordsOf(await stage.client.find(Show.name, `?where=${where}`))).toEqual([])
  })

  it('bulk updates and creates in one call', async () => {
    const show = await make({ startsOn: '2026-05-02' })
    const records = [{ name: 'fine' }, { id: show.id, version: 0, endsOn: '2026-05-01' }]
    expect(shown(await saveMany(stage.client, Show, records))).toEqual(
      broken(
        { '1.endsOn': 'must not be before the start' },
        { endsLater: 'must not be before the start' },
        { place: '1', index: 1 },
      ),
    )
  })

  it('and names all records that are refused', async () => {
    const show = await make({ startsOn: '2026-05-02' })
    const message = 'must not be before the start'
    const creates = [{ name: 'a', ...endsEarlier }, { name: 'b' }, { name: 'c', ...endsEarlier }]
    expect(shown(await saveMany(stage.client, Show, creates))).toEqual(
      broken({ '0.endsOn': message, '2.endsOn': message }, { endsLater: message }, { place: '0', index: 0 }),
    )
    const mixed = [{ id: show.id, version: 0, endsOn: '2026-05-01' }, { name: 'b' }, { name: 'c', ...endsEarlier }]
    expect(shown(await saveMany(stage.client, Show, mixed))).toEqual(
      broken({ '0.endsOn': message, '2.endsOn': message }, { endsLater: message }, { place: '0', index: 0 }),
    )
  })

  it('updates by criteria', async () => {
    const show = await make({ name: 'by criteria', startsOn: '2026-05-02' })
    const data = { fieldName: 'name', operator: '=', value: 'by criteria' }
    const reply = await updateMass(stage.client, Show, { data, values: { endsOn: '2026-05-01' }, maxAffected: 3 })
    expect(shown(reply)).toEqual(noLater)
    expect(recordOf(await stage.client.read(Show.name, show.id)).version).toBe(0)
  })

  it('members of a collection, with their path', async () => {
    const acts = [
      { name: 'one', minutes: 5, most: 9 },
      { name: 'two', minutes: 9, most: 5 },
    ]
    const message = 'must not take longer than most'
    expect(shown(await stage.client.create(Show.name, { name: 'with acts', acts }))).toEqual(
      broken({ 'acts.1.minutes': message, 'acts.1.most': message }, { notTooLong: message }, { place: 'acts.1' }),
    )
  })

  it('a deleted record that is restored', async () => {
    const other = recordOf(await stage.client.create(Hall.name, { name: 'shrinking', seats: 500 }))
    const show = await make({ seats: 400, hall: { id: other.id } })
    await stage.client.delete(Show.name, show.id, 0)
    recordOf(await stage.client.update(Hall.name, other.id, { version: 0, seats: 5, open: false }))
    expect(shown(await stage.client.restore(Show.name, show.id, { version: 1, toVersion: 0 }))).toEqual(
      broken({ seats: 'must fit the hall', hall: 'must fit the hall' }, { fitsHall: 'must fit the hall' }),
    )
  })

  it('dry runs', async () => {
    const path = `${pathOf(Show)}?dryRun=true`
    const reply = await stage.client.exchange('PUT', path, { body: { data: { name: 'dry', ...endsEarlier } } })
    expect(shown(reply)).toEqual(noLater)
  })

  it('a repeated request with an Idempotency-Key, which is refused again', async () => {
    const headers = { 'idempotency-key': 'checks-1' }
    const body = { data: { name: 'keyed', ...endsEarlier } }
    for (let round = 0; round < 2; round++)
      expect(shown(await stage.client.exchange('PUT', pathOf(Show), { body, headers }))).toEqual(noLater)
  })

  it('writes of many clients at once: the neighbours of a refused record are written', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        stage.client.create(Show.name, { name: `many ${index}`, ...(index % 3 === 0 ? endsEarlier : {}) }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map((_, index) => (index % 3 === 0 ? 400 : 200)))
  })
})

describe('a version that is not current', () => {
  it('is a conflict, also if the record would break a check', async () => {
    const show = await make({ startsOn: '2026-05-02' })
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, endsOn: '2026-05-09' }))
    const reply = await stage.client.update(Show.name, show.id, { version: 0, endsOn: '2026-05-01' })
    expect(reply.json?.data).toMatchObject({ code: 'version-conflict' })
  })

  it('and is merged if what others wrote makes it whole', async () => {
    const show = await make({ startsOn: '2026-05-02' })
    recordOf(await stage.client.update(Show.name, show.id, { version: 0, startsOn: '2026-04-01' }))
    const merged = await stage.client.merge(Show.name, show.id, { version: 0, endsOn: '2026-05-01' })
    expect(recordOf(merged)).toMatchObject({ version: 2, startsOn: '2026-04-01', endsOn: '2026-05-01' })
  })
})

describe('a user who may not see a field of a check', () => {
  let blind: Client

  beforeAll(async () => {
    const { client, service, database } = stage
    const seen = ['name', 'startsOn', 'endsOn', 'seats', 'hall', 'label']
    const rule = { model: Show.name, read: true, create: true, update: true, readFields: seen, writeFields: seen }
    const role = await makeRole(client, 'blind', [rule])
    blind = await clientOf(service, database, (await makeUser(client, 'blind', [role])).id)
    return () => blind.close()
  })

  it('learns that a check is broken, but neither its name nor its message', async () => {
    const show = await make({ seats: 5, secretLimit: 10 })
    const reply = await blind.update(Show.name, show.id, { version: 0, seats: 11 })
    expect(shown(reply)).toEqual(
      refusal('invalid-record', {
        errors: {},
        data: {
          message: 'The record breaks a check about fields that you may not see: ask an administrator what it demands.',
        },
      }),
    )
  })

  it('and all about those whose fields they know', async () => {
    const show = await make({ seats: 5, secretLimit: 10 })
    const reply = await blind.update(Show.name, show.id, { version: 0, seats: 11, ...endsEarlier })
    expect(shown(reply)).toEqual(
      broken(
        { endsOn: 'must not be before the start' },
        { endsLater: 'must not be before the start' },
        {
          message:
            'The record was not accepted; see errors for each field: endsOn. ' +
            'The record breaks a check about fields that you may not see: ask an administrator what it demands.',
        },
      ),
    )
  })

  it('sees only these in the metadata', async () => {
    const meta = async (client: Client) =>
      recordsOf(await client.exchange('GET', `/ws/meta/fields/${Show.name}`))[0] as unknown as {
        checks: { name: string; tree: object; whenTree?: object }[]
        transitions?: object
      }
    const [all, known] = [await meta(stage.client), await meta(blind)]
    expect(all.checks.map(({ tree: _, whenTree: _when, ...declared }) => declared)).toEqual(Show.checks)
    expect(all.checks.map(({ tree }) => tree)).toEqual(
      Show.checks?.map(() => expect.objectContaining({ type: 'boolean' })),
    )
    expect(all.transitions).toEqual(Show.transitions)
    expect(known.checks.map(({ name }) => name)).toEqual(['endsLater', 'noX'])
    expect(known).not.toHaveProperty('transitions')
  })
})

describe('a user who may write a status that they do not read', () => {
  it('does not learn the present one', async () => {
    const { client, service, database } = stage
    const rule = { model: Show.name, read: true, update: true, readFields: ['name'], writeFields: ['status'] }
    const role = await makeRole(client, 'writer', [rule])
    const writer = await clientOf(service, database, (await makeUser(client, 'writer', [role])).id)
    const show = await make({ status: 'draft' })
    const message = "can't follow the present value"
    expect(shown(await writer.update(Show.name, show.id, { version: 0, status: 'sold out' }))).toEqual(
      broken({ status: message }, { status: message }),
    )
    writer.close()
  })
})

describe('a constraint of the database', () => {
  it('ensures the checks that a record alone decides, for SQL by hand', async () => {
    const show = await make({ startsOn: '2026-05-02' })
    const write = stage.database.query(
      `update record.org_example_fair_show set ends_on = '2026-05-01' where id = ${show.id}`,
    )
    await expect(write).rejects.toThrow(/org_example_fair_show_check_[0-9a-f]{8}/)
  })
})
