import { describe, expect, it } from 'vitest'
import { dateTime, decimal, integer, json, model, reference, text } from '../src/index.ts'
import { type RecordJson, recordOf, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { forgetJournal, journalOf } from './harness/journalRows.ts'
import { useModels } from './harness/useModels.ts'

const Club = model({ name: 'org.example.Club', title: 'name', fields: { name: text({ required: true }) } })
const Person = model({
  name: 'org.example.Person',
  title: 'name',
  fields: {
    name: text({ required: true }),
    code: text({ unique: true, max: 20 }),
    age: integer(),
    credit: decimal({ precision: 9, scale: 2 }),
    seenOn: dateTime(),
    extra: json(),
    club: reference(Club),
    street: text(),
    city: text(),
    country: text(),
  },
  together: [['street', 'city', 'country']],
})

const stage = useModels(toModels([Club, Person]))
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const author = { id: 1, username: 'admin', name: 'admin' }
const noSuchId = 9_007_199_254_740_990

async function create(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Person.name, { name: 'Ada', ...fields }))
}

/** Writes of others, one after the other. */
async function others(id: number, ...edits: object[]): Promise<RecordJson> {
  let current = recordOf(await stage.client.read(Person.name, id))
  for (const edit of edits)
    current = recordOf(await stage.client.update(Person.name, id, { version: current.version, ...edit }))
  return current
}

function send(id: number, data: object, headers: Record<string, string> = {}): Promise<Reply> {
  return stage.client.update(Person.name, id, { version: 0, ...data }, headers)
}

function merge(id: number, data: object, headers: Record<string, string> = {}): Promise<Reply> {
  return stage.client.merge(Person.name, id, { version: 0, ...data }, headers)
}

/** The whole answer of a successful merge. */
function merged(current: RecordJson, changes: object, fields: string[], base = 0) {
  const { version } = current
  return success([{ ...current, version: version + 1, updatedOn: moment, ...changes }], {
    merged: { base, onto: version, fields },
  })
}

function clash(field: string, base: unknown, current: unknown, yours: unknown): object {
  return { field, base, current, yours, by: author, on: moment }
}

describe('a conflict', () => {
  it('shows base, current and yours, what clashes, by whom and since when, and what can be merged', async () => {
    const base = await create({ age: 36, credit: '5.00' })
    const grace = await stage.another('grace')
    const theirs = recordOf(await grace.update(Person.name, base.id, { version: 0, name: 'Grace', age: 40 }))
    const current = await others(base.id, { credit: '6.00' })
    const yours = { name: 'Mine', age: 36, credit: '7.00', city: 'London' }
    expect(shown(await send(base.id, yours))).toEqual(
      refusal('version-conflict', {
        data: {
          base,
          current,
          yours,
          conflicts: [
            { ...clash('name', 'Ada', 'Grace', 'Mine'), by: theirs.updatedBy, on: theirs.updatedOn },
            { ...clash('credit', '5.00', '6.00', '7.00'), on: current.updatedOn },
          ],
          mergeable: ['city'],
        },
      }),
    )
    expect(theirs.updatedBy).toMatchObject({ username: 'grace' })
    expect(shown(await stage.client.read(Person.name, base.id))).toEqual(success([current]))
  })

  it('shows values in their JSON form: a reference by its id, JSON as it is, times in UTC', async () => {
    const [a, b] = [
      await stage.client.create(Club.name, { name: 'A' }),
      await stage.client.create(Club.name, { name: 'B' }),
    ]
    const [one, two] = [recordOf(a), recordOf(b)]
    const base = await create({ club: { id: one.id }, extra: { a: 1 } })
    const current = await others(base.id, { club: { id: two.id }, extra: ['x'], seenOn: '2026-01-31T08:30:00Z' })
    const sent = { club: null, extra: { b: [2] }, seenOn: '2026-01-31T10:00:00+01:00' }
    const yours = { ...sent, seenOn: '2026-01-31T09:00:00.000Z' }
    expect(shown(await send(base.id, sent))).toEqual(
      refusal('version-conflict', {
        data: {
          base,
          current,
          yours,
          conflicts: [
            clash('seenOn', null, '2026-01-31T08:30:00.000Z', yours.seenOn),
            clash('extra', { a: 1 }, ['x'], { b: [2] }),
            clash('club', { id: one.id }, { id: two.id }, null),
          ],
          mergeable: [],
        },
      }),
    )
  })

  it('without any clash says so, and what to do', async () => {
    const base = await create()
    const current = await others(base.id, { age: 1 })
    const reply = await send(base.id, { ...base, name: 'Mine' })
    expect(reply.json?.data).toMatchObject({ current, conflicts: [], mergeable: ['name'] })
    expect(reply.json?.data).toMatchObject({ message: expect.stringContaining('?onConflict=merge') })
  })

  it('shows the same change on both sides neither as a clash nor as mergeable', async () => {
    const base = await create()
    await others(base.id, { name: 'Same', credit: '1.50' })
    const { data } = (await send(base.id, { name: 'Same', credit: '1.5' })).json ?? {}
    const message = expect.stringMatching(/ That change has been made already\.$/)
    expect(data).toMatchObject({ message, conflicts: [], mergeable: [] })
  })

  it('says if the base is past retention, and shows current', async () => {
    const base = await create()
    const current = await others(base.id, { age: 1 }, { age: 2 })
    await forgetJournal(stage.database, Person.name, base.id, 1)
    const conflict = refusal('version-conflict', { data: { base: null, current, yours: { name: 'Mine' } } })
    for (const reply of [await send(base.id, { name: 'Mine' }), await merge(base.id, { name: 'Mine' })]) {
      expect(shown(reply)).toEqual(conflict)
      expect(reply.json?.data).toMatchObject({ message: expect.stringContaining('not available any more') })
    }
    expect(shown(await stage.client.read(Person.name, base.id))).toEqual(success([current]))
  })

  it('has the same form for a version that never existed', async () => {
    const base = await create()
    expect(shown(await merge(base.id, { version: 5, name: 'Mine' }))).toEqual(
      refusal('version-conflict', { data: { base: null, current: base, yours: { name: 'Mine' } } }),
    )
  })

  it('with a version before a delete and a restore still knows its base', async () => {
    const base = await create({ age: 1 })
    expect((await stage.client.delete(Person.name, base.id)).status).toBe(200)
    expect(shown(await merge(base.id, { name: 'Mine' }))).toEqual(refusal('record-not-found'))
    const restored = recordOf(await stage.client.restore(Person.name, base.id, { version: 1, toVersion: 0 }))
    expect(shown(await merge(base.id, { name: 'Mine' }))).toEqual(merged(restored, { name: 'Mine' }, ['name']))
  })
})

describe('a merge', () => {
  it('applies what does not clash to the current version', async () => {
    const base = await create({ age: 36 })
    const current = await others(base.id, { name: 'Theirs' })
    const reply = await merge(base.id, { age: 37 })
    expect(shown(reply)).toEqual(merged(current, { age: 37 }, ['age']))
    expect(reply.headers.etag).toMatch(/^"2-/)
    expect(shown(await stage.client.read(Person.name, base.id))).toEqual(success([recordOf(reply)]))
    const journal = await journalOf(stage.database, Person.name, base.id)
    expect(journal.at(-1)).toMatchObject({ version: 2, operation: 'u', changes: { age: [36, 37] } })
  })

  it('is not needed if the version is current: then the answer does not mention it', async () => {
    const base = await create()
    expect(shown(await merge(base.id, { name: 'B' }))).toEqual(
      success([{ ...base, version: 1, name: 'B', updatedOn: moment }]),
    )
  })

  it('of a whole record as it was read takes only what was changed in it', async () => {
    const club = recordOf(await stage.client.create(Club.name, { name: 'Club' }))
    const base = await create({ club: { id: club.id }, extra: { a: 1 }, credit: '1', seenOn: '2026-01-31T08:30:00Z' })
    const current = await others(base.id, { name: 'Theirs', extra: null }, { club: null })
    expect(shown(await merge(base.id, { ...base, credit: '2' }))).toEqual(
      merged(current, { credit: '2.00' }, ['credit']),
    )
  })

  it('of the same change makes a version without a change', async () => {
    const base = await create()
    const current = await others(base.id, { name: 'Same', extra: { x: 1, y: 2 } })
    expect(shown(await merge(base.id, { name: 'Same', extra: { y: 2, x: 1 } }))).toEqual(merged(current, {}, []))
    expect((await journalOf(stage.database, Person.name, base.id)).at(-1)).toMatchObject({ version: 2, changes: {} })
  })

  it('over several versions: a field that others set back to its base is unchanged', async () => {
    const base = await create()
    const current = await others(base.id, { name: 'B' }, { name: 'Ada' }, { age: 4 })
    expect(shown(await merge(base.id, { name: 'Mine' }))).toEqual(merged(current, { name: 'Mine' }, ['name']))
  })

  it('that clashes in one field changes nothing at all', async () => {
    const base = await create()
    const current = await others(base.id, { name: 'Theirs' })
    expect(shown(await merge(base.id, { name: 'Mine', age: 37 }))).toEqual(
      refusal('version-conflict', {
        data: {
          base,
          current,
          yours: { name: 'Mine', age: 37 },
          conflicts: [clash('name', 'Ada', 'Theirs', 'Mine')],
          mergeable: ['age'],
        },
      }),
    )
    expect(shown(await stage.client.read(Person.name, base.id))).toEqual(success([current]))
  })

  it('treats fields that change together as one', async () => {
    const address = { street: 'Old Road 1', city: 'London', country: 'GB' }
    const base = await create(address)
    const current = await others(base.id, { city: 'Paris', country: 'FR' })
    const yours = { street: 'New Road 2', age: 1 }
    expect(shown(await merge(base.id, yours))).toEqual(
      refusal('version-conflict', {
        data: {
          base,
          current,
          yours,
          conflicts: [clash('street', 'Old Road 1', 'Old Road 1', 'New Road 2')],
          mergeable: ['age'],
        },
      }),
    )
    const whole = { street: 'Rue 2', city: 'Paris', country: 'FR' }
    expect(shown(await merge(base.id, whole))).toEqual(merged(current, whole, ['street']))
  })

  it('checks the rules of the model on the merged record', async () => {
    const [base, other] = [await create({ code: 'a' }), await create({ code: 'b' })]
    const current = await others(base.id, { age: 1 })
    expect(shown(await merge(base.id, { code: 'b' }))).toEqual(refusal('not-unique', { data: { field: 'code' } }))
    expect(shown(await merge(base.id, { name: null, age: 'x' }))).toEqual(
      refusal('invalid-record', { errors: { name: 'is required', age: expect.any(String) } }),
    )
    expect(shown(await merge(base.id, { club: { id: noSuchId } }))).toEqual(
      refusal('invalid-record', { errors: { club: 'refers to a record that does not exist' } }),
    )
    expect(shown(await stage.client.read(Person.name, base.id))).toEqual(success([current]))
    expect(other.version).toBe(0)
  })

  it('is done with an If-Match that agrees with the version, and refused otherwise', async () => {
    const base = await create()
    const current = await others(base.id, { name: 'Theirs' })
    expect(shown(await merge(base.id, { age: 1 }, { 'if-match': '"1"' }))).toEqual(
      refusal('version-conflict', { data: { base: null, current, yours: { age: 1 } } }),
    )
    expect(shown(await merge(base.id, { age: 1 }, { 'if-match': '"0"' }))).toEqual(merged(current, { age: 1 }, ['age']))
  })

  it.each(['force', '', 'Merge', 'merge&onConflict=merge'])('is not requested by onConflict=%s', async (value) => {
    const { id } = await create()
    const path = `/ws/rest/${Person.name}/${id}?onConflict=${value}`
    expect(shown(await stage.client.exchange('POST', path, { body: { data: { version: 0 } } }))).toEqual(
      refusal('invalid-parameter'),
    )
  })

  it('can be refused explicitly', async () => {
    const base = await create()
    await others(base.id, { name: 'Theirs' })
    const path = `/ws/rest/${Person.name}/${base.id}?onConflict=refuse`
    const reply = await stage.client.exchange('POST', path, { body: { data: { version: 0, age: 1 } } })
    expect([reply.status, reply.json?.data]).toEqual([409, expect.objectContaining({ mergeable: ['age'] })])
  })

  it('two clients that edit different fields 50 times at once both keep every change', async () => {
    const base = await create({ age: 0, credit: '0' })
    const rounds = Array.from({ length: 50 }, (_, n) => n + 1)
    const edit = async (toEdit: (n: number) => object) => {
      let { version } = base
      for (const n of rounds) {
        const reply = await stage.client.merge(Person.name, base.id, { version, ...toEdit(n) })
        const record = recordOf(reply)
        expect(record).toMatchObject(toEdit(n))
        version = record.version
      }
    }
    await Promise.all([edit((n) => ({ age: n })), edit((n) => ({ credit: `${n}.00` }))])
    expect(recordOf(await stage.client.read(Person.name, base.id))).toMatchObject({
      version: 100,
      age: 50,
      credit: '50.00',
    })
    const journal = await journalOf(stage.database, Person.name, base.id)
    const ages = journal.flatMap(({ changes }) => (changes['age'] ? [changes['age']] : []))
    expect(ages).toEqual([[null, 0], ...rounds.map((n) => [n - 1, n])])
  })

  it('different fields at once, all from the same base, all arrive', async () => {
    const base = await create()
    const edits = [
      { age: 1 },
      { credit: '1.00' },
      { seenOn: '2026-01-31T08:30:00.000Z' },
      { extra: [1] },
      { code: 'x' },
    ]
    const replies = await Promise.all(edits.map((edit) => merge(base.id, edit)))
    expect(replies.map(({ status }) => status)).toEqual(edits.map(() => 200))
    expect(recordOf(await stage.client.read(Person.name, base.id))).toMatchObject(Object.assign({}, ...edits))
  })
})
