import { beforeAll, describe, expect, it } from 'vitest'
import { choice, collection, model, reference, text } from '../src/index.ts'
import { historyOf, pathOf, saveMany, search, transact, updateMass } from './harness/actions.ts'
import { recordOf, type RecordJson, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const values = ['fragile', 'insured', 'heavy', 'battery'] as const
const Shelf = model({
  name: 'store.Shelf',
  title: 'name',
  fields: { name: text(), things: collection('store.Thing', { by: 'shelf' }) },
})
const Thing = model({
  name: 'store.Thing',
  title: 'name',
  fields: {
    name: text({ required: true }),
    tags: choice(values, { multiple: true, max: 3, indexed: true }),
    needs: choice(['key', 'permit'], { multiple: true, required: true, default: ['key'] }),
    odd: choice(['a,b', '{c}', '"d"\\', ' e\nf '], { multiple: true }),
    shelf: reference(Shelf),
  },
  checks: [
    {
      name: 'heavyIsKnown',
      fields: ['tags'],
      when: { fieldName: 'name', operator: '=', value: 'anvil' },
      holds: { fieldName: 'tags', operator: 'has', value: 'heavy' },
      message: 'must have heavy',
    },
  ],
})
const stage = useModels(toModels([Shelf, Thing]))

async function make(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Thing.name, { name: 'thing', ...fields }))
}

function update(id: number, data: object, query = ''): Promise<Reply> {
  return stage.client.exchange('POST', `${pathOf(Thing, id)}${query}`, { body: { data } })
}

async function tagsOf(id: number): Promise<unknown> {
  return recordOf(await stage.client.read(Thing.name, id))['tags']
}

describe('"several choices are a set, in the order of the declaration; none is []"', () => {
  it('twice is once, and nothing is null', async () => {
    expect(await make({ tags: ['heavy', 'fragile', 'heavy'] })).toMatchObject({ tags: ['fragile', 'heavy'], odd: [] })
    expect(await make()).toMatchObject({ tags: [], needs: ['key'] })
    expect(await make({ tags: null })).toMatchObject({ tags: [] })
  })

  it('texts that PostgreSQL quotes come back as they are', async () => {
    const odd = ['a,b', '{c}', '"d"\\', ' e\nf ']
    const { id } = await make({ odd: odd.toReversed() })
    expect(recordOf(await stage.client.read(Thing.name, id))['odd']).toEqual(odd)
    const [entry] = await historyOf(stage.client, Thing, id)
    expect(entry?.changes).toMatchObject({ odd: { from: null, to: odd } })
  })

  it.each<[sent: unknown, fault: string]>([
    [['light'], 'must have no other values than fragile, insured, heavy, battery'],
    [[...values], 'must have at most 3 values'],
    ['heavy', 'must be a list of values, such as ["fragile"]'],
    [[null], 'must have no other values than fragile, insured, heavy, battery'],
    [{ add: ['heavy'] }, 'cannot be incremented in a new record: send the value itself'],
  ])('%j is refused in a new record', async (tags, fault) => {
    const reply = await stage.client.create(Thing.name, { name: 'x', tags })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { tags: fault } }))
  })

  it('a required one has at least one value', async () => {
    for (const needs of [[], null]) {
      const reply = await stage.client.create(Thing.name, { name: 'x', needs })
      expect(reply.json?.errors).toEqual({ needs: 'is required' })
    }
    const { id } = await make()
    expect((await update(id, { version: 0, needs: { remove: ['key'] } })).json?.errors).toEqual({
      needs: 'is required',
    })
  })

  it('the column keeps it, whoever writes', async () => {
    const { id } = await make()
    const set = (tags: string) => stage.database.query(`update record.store_thing set tags = ${tags} where id = ${id}`)
    for (const wrong of ['null', `'{light}'`, `'{fragile,insured,heavy,battery}'`, 'array[null]'])
      await expect(set(wrong), wrong).rejects.toThrow(/tags/)
  })

  it('in bulk each record has its own, and a check sees it', async () => {
    const sent = [['heavy'], [], ['battery', 'fragile']].map((tags) => ({ name: 'anvil', tags }))
    const refused = await saveMany(stage.client, Thing, sent)
    expect(refused.json?.errors).toEqual({ '1.tags': 'must have heavy', '2.tags': 'must have heavy' })
    const plain = sent.map((one) => ({ ...one, name: 'rope' }))
    const made = recordsOf(await saveMany(stage.client, Thing, plain))
    expect(made.map(({ tags }) => tags)).toEqual([['heavy'], [], ['fragile', 'battery']])
  })
})

describe('"a change sends the whole set, or what it adds and removes"', () => {
  it('adds and removes in one', async () => {
    const { id } = await make({ tags: ['heavy', 'battery'] })
    const reply = await update(id, { version: 0, tags: { add: ['insured'], remove: ['battery', 'fragile'] } })
    expect(recordOf(reply)['tags']).toEqual(['insured', 'heavy'])
    const [entry] = await historyOf(stage.client, Thing, id)
    expect(entry?.changes).toEqual({ tags: { from: ['heavy', 'battery'], to: ['insured', 'heavy'] } })
  })

  it.each<[sent: object, fault: string]>([
    [{ add: ['light'] }, ': add must have no other values than fragile, insured, heavy, battery'],
    [{ add: ['heavy'], remove: ['heavy'] }, ": heavy can't be added and removed"],
    [{ add: ['heavy'], by: 1 }, ''],
  ])('%j is refused', async (tags, why) => {
    const { id } = await make()
    const fault = `must be a value, or what is added to it, such as {"add": ["x"], "remove": ["y"]}${why}`
    expect((await update(id, { version: 0, tags })).json?.errors).toEqual({ tags: fault })
  })

  it('the result has at most as many values as are allowed', async () => {
    const { id } = await make({ tags: ['fragile', 'insured', 'heavy'] })
    const reply = await update(id, { version: 0, tags: { add: ['battery'] } })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { tags: 'must have at most 3 values' } }))
  })

  it('in all records that match, in members and in a transaction', async () => {
    const made = [await make({ name: 'many', tags: ['heavy'] }), await make({ name: 'many' })]
    const data = { fieldName: 'name', operator: '=', value: 'many' }
    await updateMass(stage.client, Thing, { data, values: { tags: { add: ['fragile'] } }, maxAffected: 9 })
    expect(await Promise.all(made.map(({ id }) => tagsOf(id)))).toEqual([['fragile', 'heavy'], ['fragile']])
    const things = [{ name: 'm', tags: ['battery'] }]
    const shelf = recordOf(await stage.client.create(Shelf.name, { name: 'A', things }, '?fields=things'))
    const [member] = shelf['things'] as RecordJson[]
    const change = { version: 0, things: [{ id: member?.id, version: 0, tags: { add: ['heavy'] } }] }
    const path = `${pathOf(Shelf, shelf.id)}?fields=things.tags`
    const changed = recordOf(await stage.client.exchange('POST', path, { body: { data: change } }))
    expect(changed['things']).toMatchObject([{ tags: ['heavy', 'battery'] }])
    const [one] = made
    await transact(stage.client, [
      { update: Thing.name, record: { id: one?.id, version: 1, tags: { remove: ['heavy'] } } },
    ])
    expect(await tagsOf(one?.id ?? 0)).toEqual(['fragile'])
  })
})

describe('"two changes of one set are merged by element, and never clash"', () => {
  it('additions and removals of both are kept', async () => {
    const { id } = await make({ tags: ['fragile'] })
    await update(id, { version: 0, tags: ['fragile', 'heavy'] })
    const reply = await update(id, { version: 0, tags: ['battery'] }, '?onConflict=merge&fields=tags')
    const merged = { base: 0, onto: 1, fields: ['tags'] }
    expect(shown(reply)).toEqual(success([{ id, version: 2, tags: ['heavy', 'battery'] }], { merged }))
  })

  it('what was sent back as it was read changes nothing', async () => {
    const { id } = await make({ tags: ['fragile'] })
    await update(id, { version: 0, tags: [] })
    const reply = await update(id, { version: 0, tags: ['fragile'], name: 'b' }, '?onConflict=merge')
    expect(recordOf(reply)).toMatchObject({ tags: [], name: 'b' })
  })

  it('add and remove need no version that is current, as increments', async () => {
    const { id } = await make({ tags: ['fragile'] })
    await update(id, { version: 0, tags: [] })
    const reply = await update(id, { version: 0, tags: { add: ['heavy'] } }, '?onConflict=merge')
    expect(recordOf(reply)['tags']).toEqual(['heavy'])
  })

  it('without merge, an old version is a conflict that says what can be merged', async () => {
    const { id } = await make({ tags: ['fragile'] })
    await update(id, { version: 0, tags: ['heavy'] })
    const { json } = await update(id, { version: 0, tags: ['fragile', 'battery'] })
    expect(json?.data).toMatchObject({
      code: 'version-conflict',
      base: { tags: ['fragile'] },
      current: { tags: ['heavy'] },
      yours: { tags: ['fragile', 'battery'] },
      conflicts: [],
      mergeable: ['tags'],
    })
  })

  it('a result with too many values is refused, not cut', async () => {
    const { id } = await make({ tags: ['fragile', 'heavy'] })
    await update(id, { version: 0, tags: ['fragile', 'heavy', 'insured'] })
    const reply = await update(id, { version: 0, tags: ['fragile', 'heavy', 'battery'] }, '?onConflict=merge')
    expect(reply.json?.errors).toEqual({ tags: 'must have at most 3 values' })
  })

  it('all of many people who change it at once are there', async () => {
    const { id } = await make({ tags: ['fragile'] })
    const changes = [['fragile', 'heavy'], ['fragile', 'battery'], []]
    await Promise.all(changes.map((tags) => update(id, { version: 0, tags }, '?onConflict=merge')))
    expect(await tagsOf(id)).toEqual(['heavy', 'battery'])
  })
})

describe('"undo takes back elements, a restore brings the whole set"', () => {
  it('what others added since stays', async () => {
    const { id } = await make({ tags: ['fragile'] })
    await update(id, { version: 0, tags: ['insured'] })
    await update(id, { version: 1, tags: { add: ['heavy'] } })
    const undone = await stage.client.exchange('POST', `${pathOf(Thing, id)}/undo`, {
      body: { data: { version: 2, undo: 1 } },
    })
    expect(undone.json?.status, undone.text).toBe(0)
    expect(await tagsOf(id)).toEqual(['fragile', 'heavy'])
    recordOf(await stage.client.restore(Thing.name, id, { version: 3, toVersion: 1 }))
    expect(await tagsOf(id)).toEqual(['insured'])
  })

  it('a deleted record comes back with its set, and an old version has it', async () => {
    const { id } = await make({ tags: ['fragile'] })
    await update(id, { version: 0, tags: [] })
    const old = await stage.client.exchange('GET', `${pathOf(Thing, id)}?version=0`)
    expect(recordOf(old)['tags']).toEqual(['fragile'])
    await stage.client.delete(Thing.name, id)
    recordOf(await stage.client.restore(Thing.name, id, { version: 2, toVersion: 0 }))
    expect(await tagsOf(id)).toEqual(['fragile'])
  })
})

describe('"has, hasAny, hasAll, isNull and ="', () => {
  let ids: number[]
  beforeAll(async () => {
    const sets = [['fragile'], ['fragile', 'heavy'], ['battery'], []]
    const on = recordOf(await stage.client.create(Shelf.name, { name: 'S' }))
    const records = sets.map((tags) => ({ name: 'found', tags, shelf: { id: on.id } }))
    ids = recordsOf(await saveMany(stage.client, Thing, records)).map(({ id }) => id)
  })

  const among = (criterion: object) => ({
    criteria: [{ fieldName: 'name', operator: '=', value: 'found' }, criterion],
  })
  const found = async (criterion: object) => {
    const reply = await search(stage.client, Thing, { data: among(criterion), sortBy: ['id'] })
    return recordsOf(reply).map(({ id }) => ids.indexOf(id))
  }

  it.each<[operator: string, value: unknown, indexes: number[]]>([
    ['has', 'fragile', [0, 1]],
    ['hasAny', ['heavy', 'battery'], [1, 2]],
    ['hasAny', [], []],
    ['hasAll', ['heavy', 'fragile'], [1]],
    ['hasAll', [], [0, 1, 2, 3]],
    ['=', ['heavy', 'fragile'], [1]],
    ['=', [], [3]],
    ['!=', ['fragile'], [1, 2, 3]],
    ['isNull', undefined, [3]],
    ['notNull', undefined, [0, 1, 2]],
  ])('%s %j', async (operator, value, indexes) => {
    const criterion = { fieldName: 'tags', operator, ...(value === undefined ? {} : { value }) }
    expect(await found(criterion)).toEqual(indexes)
  })

  it('not has finds those without any', async () => {
    const has = { fieldName: 'tags', operator: 'has', value: 'fragile' }
    expect(await found({ operator: 'not', criteria: [has] })).toEqual([2, 3])
  })

  it.each([
    ['tags', '<', ['heavy'], 'The field tags has several values: use =, !=, has, hasAny, hasAll, isNull or notNull.'],
    ['tags', 'in', ['heavy'], 'The field tags has several values: use =, !=, has, hasAny, hasAll, isNull or notNull.'],
    ['tags', 'like', 'h', 'The field tags has several values: use =, !=, has, hasAny, hasAll, isNull or notNull.'],
    ['tags', 'has', 'light', 'The value of tags must be one of fragile, insured, heavy, battery.'],
    ['name', 'has', 'x', 'The operator has is for several values, and name is of type text.'],
  ])('%s %s is refused', async (fieldName, operator, value, message) => {
    const reply = await search(stage.client, Thing, { data: among({ fieldName, operator, value }) })
    expect(reply.json?.data).toMatchObject({ code: 'invalid-parameter', message })
  })

  it('records are not sorted by it', async () => {
    const reply = await search(stage.client, Thing, { sortBy: ['tags'] })
    expect(reply.status).toBe(400)
  })

  it('across a reference, a relation and in a rule', async () => {
    const criterion = { fieldName: 'things.tags', operator: 'has', value: 'battery' }
    const shelves = recordsOf(await search(stage.client, Shelf, { data: criterion }))
    expect(shelves.map(({ name }) => name)).toContain('S')
    const condition = { fieldName: 'tags', operator: 'hasAny', value: ['heavy', 'battery'] }
    const role = await makeRole(stage.client, 'mover', [{ model: Thing.name, read: true, condition }])
    const client = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'moe', [role])).id)
    const reply = await search(client, Thing, {
      data: among({ fieldName: 'id', operator: 'in', value: ids }),
      sortBy: ['id'],
    })
    expect(recordsOf(reply).map(({ id }) => ids.indexOf(id))).toEqual([1, 2])
    client.close()
  })

  it('an index serves it', async () => {
    const indexes = await stage.database.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where indexname = 'store_thing_tags_index'`,
    )
    expect(indexes.map(({ indexdef }) => indexdef).join()).toMatch(/USING gin \(tags\)$/)
  })

  it('groups by each value, and says that they overlap', async () => {
    const body = {
      data: among({ fieldName: 'id', operator: 'notNull' }),
      groupBy: [{ fieldName: 'tags', by: 'each' }],
      count: true,
      sortBy: ['-count'],
    }
    const reply = await stage.client.exchange('POST', `/ws/rest/${Thing.name}/aggregate`, { body })
    const groups = [
      ['fragile', 2],
      ['battery', 1],
      ['heavy', 1],
    ].map(([tags, count]) => ({ group: { tags }, count }))
    expect(reply.json).toEqual({ status: 0, offset: 0, total: 3, data: groups, overlapping: true })
    const wrong = await stage.client.exchange('POST', `/ws/rest/${Thing.name}/aggregate`, {
      body: { groupBy: [{ fieldName: 'tags', by: 'month' }], count: true },
    })
    expect(wrong.json?.data).toMatchObject({
      message: 'The field tags has several values: write "by": "each", or leave by out.',
    })
  })

  it('groups by two of them in all their pairs', async () => {
    const name = 'pairs'
    await make({ name, tags: ['fragile', 'heavy'], odd: ['a,b', '{c}'] })
    const reply = await stage.client.exchange('POST', `/ws/rest/${Thing.name}/aggregate`, {
      body: {
        data: { fieldName: 'name', operator: '=', value: name },
        groupBy: [
          { fieldName: 'tags', by: 'each' },
          { fieldName: 'odd', by: 'each' },
        ],
        count: true,
      },
    })
    expect(reply.json?.['total']).toBe(4)
  })
})
