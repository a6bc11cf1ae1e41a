import { beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, recordsOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { clientOf, makeKey, makeRole, makeUser, own, User, View } from './harness/people.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const leads = { fieldName: 'status', operator: '=', value: 'lead' }
const view = { model: Contact, name: 'Leads', criteria: leads, sortBy: ['-createdOn'], fields: ['fullName', 'email'] }
/** What a role needs so that its users can share their own views. */
const sharing = {
  model: View,
  create: true,
  update: true,
  condition: { fieldName: 'owner', operator: '=', value: '$user.id' },
  writeFields: ['roles'],
}

let [sales, editors] = [0, 0]
let [ada, bob, cleo] = [0, 0, 0]
/** Ada has no role. Bob and Cleo are in sales; Bob may share. */
let [asAda, asBob, asCleo] = [] as unknown as [Client, Client, Client]

beforeAll(async () => {
  const { client: admin, database, service } = stage
  ;({ id: sales } = await makeRole(admin, 'field sales', [{ model: Contact, read: true, condition: own }]))
  ;({ id: editors } = await makeRole(admin, 'editors', [sharing, { model: User, read: true }]))
  ;({ id: ada } = await makeUser(admin, 'ada'))
  ;({ id: bob } = await makeUser(admin, 'bob', [{ id: sales }, { id: editors }]))
  ;({ id: cleo } = await makeUser(admin, 'cleo', [{ id: sales }]))
  asAda = await clientOf(service, database, ada)
  asBob = await clientOf(service, database, bob)
  asCleo = await clientOf(service, database, cleo)
  return () => [asAda, asBob, asCleo].forEach((client) => client.close())
})

async function idsSeenBy(client: Client): Promise<number[]> {
  return recordsOf(await client.find(View, '?limit=100')).map(({ id }) => id)
}

describe('the layout of a view', () => {
  const board = { ...view, layout: 'board', options: { by: 'status', card: ['fullName'] } }

  it('is kept with its groups, its footer and its options', async () => {
    const grid = { ...view, layout: 'grid', groupBy: ['company', 'createdOn:month'], footer: { email: 'filled' } }
    expect(recordOf(await asCleo.create(View, { ...grid, options: null }))).toMatchObject(grid)
    const made = recordOf(await asCleo.create(View, board))
    expect(made).toMatchObject({ ...board, groupBy: null, footer: null })
    recordOf(await asCleo.update(View, made.id, { version: 0, options: { by: 'company' } }))
    const changed = await asCleo.update(View, made.id, { version: 1, options: { by: 'email' } })
    expect(changed.json).toMatchObject({ data: { code: 'invalid-record' } })
  })

  it.each([
    [{ ...board, layout: 'bord' }, 'layout', 'must be one of grid, board'],
    [{ ...board, options: { by: 'status', cards: [] } }, 'options', 'has no member "cards". Did you mean "card"?'],
    [{ ...board, options: null }, 'options', 'needs by'],
    [{ ...board, options: { by: 'statos' } }, 'options', 'by names "statos"'],
    [{ ...view, groupBy: ['statos'] }, 'groupBy', 'groupBy: '],
    [{ ...view, footer: { fullName: 'sum' } }, 'footer', 'The function sum is for numbers'],
  ])('is held to the rules of declared views: %j', async (sent, field, message) => {
    const { json } = await asCleo.create(View, sent)
    expect(json).toMatchObject({
      data: { code: 'invalid-record' },
      errors: { [field]: expect.stringContaining(message) },
    })
  })

  it('is of a model that its writer sees', async () => {
    const { json } = await asAda.create(View, board)
    expect(json).toMatchObject({ data: { code: 'invalid-record' }, errors: { model: expect.any(String) } })
  })
})

describe('a view of one’s own', () => {
  it('is kept by a user without any role: created, read, changed and deleted', async () => {
    const made = recordOf(await asAda.create(View, view))
    expect(made).toMatchObject({ ...view, version: 0, owner: { id: ada }, pinned: false, q: null })
    const { id } = made
    expect(recordOf(await asAda.update(View, id, { version: 0, name: 'Hot leads', pinned: true }))).toMatchObject({
      version: 1,
      name: 'Hot leads',
      pinned: true,
    })
    expect(await idsSeenBy(asAda)).toEqual([id])
    expect((await asAda.delete(View, id, 1)).status).toBe(200)
    expect(await idsSeenBy(asAda)).toEqual([])
  })

  it('is nobody else’s to see or to write, as long as it is not shared', async () => {
    const { id } = recordOf(await asAda.create(View, view))
    expect((await asBob.read(View, id)).json).toMatchObject({ data: { code: 'record-not-found' } })
    expect((await asBob.update(View, id, { version: 0, name: 'mine' })).json).toMatchObject({
      data: { code: 'record-not-found' },
    })
    expect((await asBob.delete(View, id, 0)).json).toMatchObject({ data: { code: 'record-not-found' } })
    expect(await idsSeenBy(asBob)).toEqual([])
    expect(await idsSeenBy(stage.client)).toContain(id)
    await asAda.delete(View, id, 0)
  })

  it('can be made for nobody else, and given to nobody else', async () => {
    expect((await asAda.create(View, { ...view, owner: { id: bob } })).json).toMatchObject({
      data: { code: 'invalid-record' },
    })
    const notHers = { data: { code: 'not-permitted', fields: ['owner'] } }
    expect((await asBob.create(View, { ...view, owner: { id: ada } })).json).toMatchObject(notHers)
    const { id } = recordOf(await asBob.create(View, view))
    expect((await asBob.update(View, id, { version: 0, owner: { id: ada } })).json).toMatchObject(notHers)
    await asBob.delete(View, id, 0)
  })

  it('is deleted with its owner', async () => {
    const { id: dora } = await makeUser(stage.client, 'dora')
    const asDora = await clientOf(stage.service, stage.database, dora)
    const { id } = recordOf(await asDora.create(View, view))
    asDora.close()
    expect((await stage.client.delete(User, dora, 0)).status).toBe(200)
    expect((await stage.client.read(View, id)).json).toMatchObject({ data: { code: 'record-not-found' } })
  })
})

describe('a shared view', () => {
  it('takes a right to share: a role that may write the roles of one’s own views', async () => {
    const refused = { data: { code: 'not-permitted', fields: ['roles'] } }
    expect((await asCleo.create(View, { ...view, roles: [{ id: sales }] })).json).toMatchObject(refused)
    const { id } = recordOf(await asCleo.create(View, view))
    expect((await asCleo.update(View, id, { version: 0, roles: [{ id: sales }] })).json).toMatchObject(refused)
    await asCleo.delete(View, id, 0)
    expect((await asBob.create(View, { ...view, roles: [{ id: sales }] })).status).toBe(200)
  })

  it('is seen by the users of its roles while it is shared with them, and changed by its owner', async () => {
    const { id } = recordOf(await asBob.create(View, { ...view, name: 'Shared', roles: [{ id: sales }] }))
    expect(recordOf(await asCleo.read(View, id))).toMatchObject({ id, name: 'Shared', criteria: leads })
    expect(await idsSeenBy(asAda)).toEqual([])
    expect((await asCleo.update(View, id, { version: 0, name: 'Theirs' })).json).toMatchObject({
      data: { code: 'not-permitted' },
    })
    expect((await asCleo.delete(View, id, 0)).json).toMatchObject({ data: { code: 'not-permitted' } })
    const { version } = recordOf(await asBob.update(View, id, { version: 0, roles: [{ id: editors }] }))
    expect((await asCleo.read(View, id)).json).toMatchObject({ data: { code: 'record-not-found' } })
    await asBob.update(View, id, { version, roles: [] })
    expect(recordOf(await asBob.read(View, id))).toMatchObject({ id })
  })

  it('gives no right to the records that it lists', async () => {
    const theirs = recordOf(
      await stage.client.create(Contact, { firstName: 'Not', lastName: 'Cleo’s', status: 'lead' }),
    )
    const { id } = recordOf(await asBob.create(View, { ...view, name: 'All leads', roles: [{ id: sales }] }))
    const { criteria } = recordOf(await asCleo.read(View, id))
    const found = await asCleo.find(Contact, `?where=${encodeURIComponent(JSON.stringify(criteria))}`)
    expect(found.json).toMatchObject({ status: 0, total: 0 })
    expect((await asCleo.read(Contact, theirs.id)).json).toMatchObject({ data: { code: 'record-not-found' } })
    expect((await asAda.find(Contact, '')).json).toMatchObject({ data: { code: 'unknown-model' } })
  })
})

describe('an API key', () => {
  it('reads the views of its user and writes none', async () => {
    const { id } = recordOf(await asCleo.create(View, { ...view, name: 'For the key' }))
    const key = await makeKey(asCleo)
    const program = new Client(stage.service.url)
    const headers = { authorization: `Bearer ${key.token}` }
    const read = await program.exchange('GET', `/ws/rest/${View}/${id}`, { headers })
    expect(recordOf(read)).toMatchObject({ name: 'For the key' })
    const write = await program.exchange('PUT', `/ws/rest/${View}`, { headers, body: { data: view } })
    expect(write.json).toMatchObject({ data: { code: 'not-permitted' } })
    program.close()
  })
})
