import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { model } from '../../src/model/declare.ts'
import { computed } from '../../src/model/field/computed.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { search } from '../harness/actions.ts'
import { type Client, recordOf, recordsOf } from '../harness/client.ts'
import { toModels } from '../harness/everyType.ts'
import { clientOf, makeRole, makeUser } from '../harness/people.ts'
import { useModels } from '../harness/useModels.ts'

const Vault = 'org.example.names.Vault'
/** Its title is hidden, and so is a unique field that is computed from it. */
const vaults = toModels([
  model({
    name: Vault,
    title: 'codename',
    list: ['label', 'codename'],
    search: ['label', 'codename'],
    fields: {
      codename: text({ required: true, max: 60, default: 'none' }),
      label: text({ max: 60 }),
      mix: computed('{label}/{codename}', { unique: true }),
      parent: reference(Vault),
      children: collection(Vault, { by: 'parent' }),
    },
  }),
])
const stage = useModels(vaults)
const known = ['label', 'parent', 'children']
let reader: Client
let id: number

beforeAll(async () => {
  const { client: admin, database, service } = stage
  id = recordOf(await admin.create(Vault, { label: 'north', codename: 'raven' })).id
  recordOf(await admin.create(Vault, { label: 'south', codename: 'owl', parent: { id } }))
  const rights = { read: true, create: true, readFields: known, writeFields: ['label', 'parent'] }
  const role = await makeRole(admin, 'labels', [{ model: Vault, ...rights }])
  reader = await clientOf(service, database, (await makeUser(admin, 'reader', [role])).id)
})

afterAll(() => reader.close())

describe('the name of a field that a user may not read', () => {
  it('is not in the metadata, also where it is the title', async () => {
    const { json, text: whole } = await reader.exchange('GET', `/ws/meta/fields/${Vault}`)
    expect(json).toMatchObject({ data: [{ title: 'id', list: ['label'] }] })
    expect(whole).not.toMatch(/codename|mix/)
  })

  it.each(['parent', 'children'])('is neither revealed nor accepted by criteria about %s', async (fieldName) => {
    const ask = (value: object) => search(reader, Vault, { data: { fieldName, operator: '=', value } })
    const [hidden, unknown] = [await ask({ id, codename: 'raven' }), await ask({ id, nickname: 'raven' })]
    expect([hidden.status, unknown.status]).toEqual([400, 400])
    expect(unknown.text).not.toContain('codename')
    expect((await ask({ id })).status).toBe(200)
  })

  it('is not revealed by a conflict of a unique field that is computed from it', async () => {
    recordOf(await reader.create(Vault, { label: 'west' }))
    const twin = await reader.create(Vault, { label: 'west' })
    expect(twin.status).toBe(409)
    expect(twin.json).toMatchObject({ data: { code: 'not-unique' } })
    expect(twin.text).not.toContain('mix')
    const seen = await stage.client.create(Vault, { label: 'west' })
    expect(seen.json).toMatchObject({ data: { code: 'not-unique', field: 'mix' } })
  })
})

describe('q', () => {
  const words = (client: Client, q: string) => client.exchange('GET', `/ws/rest/${Vault}?q=${q}`)

  it('searches the search fields that may be read, and no others', async () => {
    expect(recordsOf(await words(reader, 'north')).map(({ label }) => label)).toEqual(['north'])
    expect(recordsOf(await words(reader, 'raven'))).toEqual([])
    expect(recordsOf(await words(stage.client, 'raven')).map(({ label }) => label)).toEqual(['north'])
  })

  it('says so if none may be read', async () => {
    const { client: admin, database, service } = stage
    const role = await makeRole(admin, 'parents', [{ model: Vault, read: true, readFields: ['parent'] }])
    const other = await clientOf(service, database, (await makeUser(admin, 'other', [role])).id)
    const reply = await words(other, 'north')
    other.close()
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('You may not read any of the fields')
    expect(reply.text).not.toMatch(/label|codename/)
  })
})
