import { beforeAll, describe, expect, it } from 'vitest'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { dashboard, toDashboard } from '../src/model/dashboard.ts'
import { model } from '../src/model/declare.ts'
import { choice } from '../src/model/field/choice.ts'
import { integer } from '../src/model/field/integer.ts'
import { text } from '../src/model/field/text.ts'
import { toModel } from '../src/model/toModel.ts'
import { type Client, recordOf } from './harness/client.ts'
import { clientOf, Dashboard, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Offer = model({
  name: 'org.example.Offer',
  title: 'name',
  fields: { name: text({ required: true }), state: choice(['open', 'won']), margin: integer() },
})
const Cost = model({ name: 'org.example.Cost', title: 'name', fields: { name: text({ required: true }) } })
const open = { fieldName: 'state', operator: '=', value: 'open' }
const declared = [
  dashboard({
    name: 'org.example.everybody',
    label: { en: 'All', de: 'Alle' },
    tiles: [
      { figure: 'count', of: Offer, where: open, label: { en: 'Open', de: 'Offen' } },
      { figure: 'sum.margin', of: Offer },
      { figure: 'count', of: Cost },
    ],
  }),
  dashboard({ name: 'org.example.ofSales', roles: ['sellers'], tiles: [{ rows: 5, of: Offer }] }),
  dashboard({ name: 'org.example.ofCosts', tiles: [{ figure: 'count', of: Cost }] }),
]
const application = { timeZone: 'UTC', languages: ['en', 'de'], yearBegins: '01-01' }
const stage = useModels(withBuiltIn([Offer, Cost].map(toModel), {}, application, [], [], declared.map(toDashboard)))

/** Ada sells, and knows neither margins nor costs. Bob has no role. */
let [ada, bob, sales] = [0, 0, 0]
let [asAda, asBob] = [] as unknown as [Client, Client]

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const rules = [
    { model: Offer.name, read: true, readFields: ['name', 'state'] },
    { model: Dashboard, create: true, update: true, writeFields: ['roles'] },
  ]
  ;({ id: sales } = await makeRole(admin, 'sellers', rules))
  ;({ id: ada } = await makeUser(admin, 'ada', [{ id: sales }]))
  ;({ id: bob } = await makeUser(admin, 'bob'))
  asAda = await clientOf(service, database, ada)
  asBob = await clientOf(service, database, bob)
  return () => [asAda, asBob].forEach((client) => client.close())
})

interface Shown {
  readonly id?: number
  readonly name: string
  readonly label?: string
  readonly tiles: readonly object[]
}

async function dashboardsOf(client: Client, headers: Record<string, string> = {}): Promise<readonly Shown[]> {
  const { json } = await client.exchange('GET', '/ws/home', { headers })
  return (json as unknown as { data: [{ dashboards: readonly Shown[] }] }).data[0].dashboards
}
const namesOf = async (client: Client) =>
  (await dashboardsOf(client)).map(({ name }) => name.replace('org.example.', ''))

describe('declared dashboards on the home page', () => {
  it('are first those of one’s roles, then those of everybody, without tiles of what one may not know', async () => {
    const shown = await dashboardsOf(asAda)
    expect(shown).toEqual([
      { name: 'org.example.ofSales', label: 'Of sales', tiles: [{ rows: 5, of: Offer.name }] },
      { name: 'org.example.everybody', label: 'All', tiles: [expect.objectContaining({ label: 'Open', where: open })] },
    ])
    expect(await namesOf(asBob)).toEqual([])
  })

  it('are all an administrator’s, in the language of the request', async () => {
    expect(await namesOf(stage.client)).toEqual(['everybody', 'ofCosts', 'ofSales'])
    const [first] = await dashboardsOf(stage.client, { 'accept-language': 'de' })
    expect(first).toMatchObject({ label: 'Alle', tiles: [{ label: 'Offen' }, {}, {}] })
  })
})

describe('a dashboard of a user', () => {
  const tiles = [{ figure: 'count', of: Offer.name }]

  it('is kept without any right, is nobody else’s, and is on one’s home page', async () => {
    const { id } = recordOf(await asBob.create(Dashboard, { name: 'Mine', tiles }))
    expect(recordOf(await asBob.read(Dashboard, id))).toMatchObject({ owner: { id: bob }, tiles, columns: 12 })
    expect(await namesOf(asBob)).toEqual(['Mine'])
    expect(await namesOf(asAda)).toEqual(['ofSales', 'everybody'])
    expect((await asAda.read(Dashboard, id)).json).toMatchObject({ data: { code: 'record-not-found' } })
    expect((await asAda.update(Dashboard, id, { version: 0, name: 'x' })).json).toMatchObject({
      data: { code: 'record-not-found' },
    })
    expect(await namesOf(stage.client)).toEqual(['everybody', 'ofCosts', 'ofSales'])
    expect((await asBob.delete(Dashboard, id, 0)).status).toBe(200)
  })

  it('is shared with roles by those who may, seen by their users, and changed by its owner alone', async () => {
    const shared = { name: 'Ours', tiles, roles: [{ id: sales }] }
    const refused = { data: { code: 'not-permitted', fields: ['roles'] } }
    expect((await asBob.create(Dashboard, shared)).json).toMatchObject(refused)
    const { id } = recordOf(await stage.client.create(Dashboard, shared))
    recordOf(await asAda.create(Dashboard, { name: 'A', tiles }))
    expect(await namesOf(asAda)).toEqual(['ofSales', 'everybody', 'Ours', 'A'])
    expect(await namesOf(asBob)).toEqual([])
    const theirs = await asAda.update(Dashboard, id, { version: 0, name: 'x' })
    expect(theirs.json).toMatchObject({ data: { code: 'not-permitted' } })
  })

  it('goes with its owner', async () => {
    const { id: dora } = await makeUser(stage.client, 'dora')
    const asDora = await clientOf(stage.service, stage.database, dora)
    const { id } = recordOf(await asDora.create(Dashboard, { name: 'Hers', tiles: [] }))
    asDora.close()
    expect((await stage.client.delete('tabularium.User', dora, 0)).status).toBe(200)
    expect((await stage.client.read(Dashboard, id)).json).toMatchObject({ data: { code: 'record-not-found' } })
  })
})
