import { describe, expect, it } from 'vitest'
import { action, collection, integer, model, reference, role, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { type Client, type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { useLogic } from './harness/useLogic.ts'

const Job = model({
  name: 'only.Job',
  title: 'code',
  fields: { code: text({ max: 20 }), uses: collection('only.Use', { by: 'job' }) },
})
/** Only actions write it. */
const Use = model({
  name: 'only.Use',
  title: 'quantity',
  only: 'actions',
  fields: { job: reference(Job, { required: true, onDelete: 'cascade' }), quantity: integer({ required: true }) },
})
/** Only actions create and delete it, and write its stock. */
const Part = model({
  name: 'only.Part',
  title: 'name',
  only: { '*': ['create', 'delete'], stock: 'actions' },
  fields: { name: text({ unique: true, max: 20 }), stock: integer({ default: 0 }) },
})
const models = toModels([Job, Use, Part])
const all = { read: true, create: true, update: true, delete: true } as const
const declarations = [
  action({
    name: 'only.usePart',
    takes: { job: reference(Job, { required: true }), quantity: integer({ required: true }) },
    gives: { use: reference(Use, { required: true }) },
    run: async ({ job, quantity }, records) => ({ use: await records.create(Use, { job, quantity }) }),
  }),
  action({
    name: 'only.dropUse',
    undo: false,
    takes: { use: reference(Use, { required: true }) },
    run: async ({ use }, records) => {
      await records.remove(await records.read(Use, use))
      return undefined
    },
  }),
  action({
    name: 'only.addPart',
    on: Part,
    takes: { name: text({ required: true }) },
    gives: { part: reference(Part, { required: true }) },
    run: async ({ name }, records) => ({ part: await records.create(Part, { name, stock: 5 }) }),
  }),
]
const roles = [
  role({
    name: 'clerk',
    rules: [Job, Use, Part].map((of) => ({ model: of, ...all })),
    actions: ['only.usePart'],
  }),
  role({ name: 'reader', rules: [Job, Use, Part].map((of) => ({ model: of, ...all })) }),
].map((declared) => toRole(declared, 'roles.ts'))
const { logic, mistakes } = loadLogic(
  declarations.map((declaration) => ({ file: 'logic.ts', declaration })),
  { models, roles },
)
const stage = useLogic({ models, roles, logic })

const act = (client: Client, name: string, data: object) =>
  client.exchange('POST', `/ws/action/only.${name}`, { body: { data } })
const setOf = (reply: Reply) => (reply.json as unknown as { changeSet: number }).changeSet
const undo = (client: Client, set: number) =>
  client.exchange('POST', `/ws/changes/sets/${set}/undo`, { body: { data: {} } })

async function newUse(client: Client = stage.client): Promise<{ use: RecordJson; job: RecordJson; set: number }> {
  const job = recordOf(await client.create(Job.name, { code: 'j' }))
  const reply = await act(client, 'usePart', { job: { id: job.id }, quantity: 2 })
  const [given] = recordsOf(reply) as unknown as { use: { id: number } }[]
  return { use: recordOf(await client.read(Use.name, given?.use.id ?? 0)), job, set: setOf(reply) }
}

describe('a model that only actions write', () => {
  it('is loaded without mistakes', () => expect(mistakes).toEqual([]))

  it('is refused to administrators, who are told which actions write it', async () => {
    const { client } = stage
    const { use, job } = await newUse()
    const message = 'Records of only.Use are written by actions: only.usePart, only.dropUse.'
    const refused = [
      await client.create(Use.name, { job: { id: job.id }, quantity: 1 }),
      await client.update(Use.name, use.id, { version: 0, quantity: 1 }),
      await client.delete(Use.name, use.id, 0),
      await client.restore(Use.name, use.id, { version: 0, toVersion: 0 }),
      await client.exchange('POST', `/ws/rest/${Use.name}/removeAll`, {
        body: { records: [{ id: use.id, version: 0 }] },
      }),
      await client.exchange('POST', `/ws/rest/${Use.name}/updateMass`, {
        body: { data: { criteria: [] }, values: { quantity: 9 }, maxAffected: 10 },
      }),
      await client.update(Job.name, job.id, { version: 0, uses: [{ quantity: 1 }] }),
      await client.update(Job.name, job.id, { version: 0, uses: [] }),
    ]
    for (const reply of refused) {
      expect(reply.status, reply.text).toBe(403)
      expect(reply.json?.data).toMatchObject({ code: 'not-permitted', message: expect.stringContaining(message) })
    }
    expect(recordOf(await client.read(Use.name, use.id))).toMatchObject({ version: 0, quantity: 2 })
  })

  it('names only the actions that the caller may run', async () => {
    const { job } = await newUse()
    const write = async (name: string) =>
      (await (await stage.as(name)).create(Use.name, { job: { id: job.id }, quantity: 1 })).text
    expect(await write('clerk')).toContain('Records of only.Use are written by actions: only.usePart.')
    expect(await write('reader')).toContain('Records of only.Use are written by actions.')
  })

  it('allows nothing in the metadata and in the document', async () => {
    const { json } = await stage.client.exchange('GET', '/ws/meta/models?detail=true')
    const described = (json?.data as { name: string; may: object }[]).find(({ name }) => name === Use.name)
    expect(described?.may).toMatchObject({ read: 'all', create: 'none', update: 'none', delete: 'none' })
    const document = JSON.parse((await stage.client.exchange('GET', '/ws/openapi.json')).text)
    const paths = Object.entries<object>(document.paths).filter(([path]) => path.includes(Use.name))
    expect(
      paths.flatMap(([, methods]) => Object.keys(methods)).filter((one) => one === 'put' || one === 'delete'),
    ).toEqual([])
    expect(paths.map(([path]) => path).filter((path) => /removeAll|updateMass|restore$/.test(path))).toEqual([])
    const why = await stage.client.exchange('GET', `/ws/explain/${Use.name}?action=create`)
    expect(why.json?.data).toMatchObject([{ allowed: false, why: expect.stringContaining('are written by actions') }])
  })

  it('is taken back by the undo of the action, by whoever may run it', async () => {
    const clerk = await stage.as('clerk')
    const { use, set } = await newUse(clerk)
    expect((await undo(await stage.as('reader'), set)).status).not.toBe(200)
    expect((await undo(clerk, set)).json).toMatchObject({ undone: 1 })
    expect((await clerk.read(Use.name, use.id)).status).toBe(404)
  })

  it('is not taken back if the action declares undo: false, nor restored by hand', async () => {
    const { use } = await newUse()
    const dropped = await act(stage.client, 'dropUse', { use: { id: use.id } })
    expect(shown(await undo(stage.client, setOf(dropped)))).toEqual(refusal('not-permitted'))
    expect(shown(await stage.client.restore(Use.name, use.id, { version: 1, toVersion: 0 }))).toEqual(
      refusal('not-permitted'),
    )
  })

  it('goes with the record that it belongs to, as the model declares', async () => {
    const { use, job } = await newUse()
    expect((await stage.client.delete(Job.name, job.id, 0)).status).toBe(200)
    expect((await stage.client.read(Use.name, use.id)).status).toBe(404)
  })
})

describe('a model of which only actions create and delete records', () => {
  it('lets others update them, except for the fields of actions', async () => {
    const { client } = stage
    const [given] = recordsOf(await act(client, 'addPart', { name: 'fuse' })) as unknown as { part: { id: number } }[]
    const id = given?.part.id ?? 0
    expect((await client.create(Part.name, { name: 'wire' })).text).toContain(
      'Records of only.Part are created and deleted by actions: only.addPart.',
    )
    expect((await client.delete(Part.name, id, 0)).status).toBe(403)
    expect((await client.create(Part.name, { name: 'wire' }, '?key=name')).status).toBe(403)
    expect(recordOf(await client.create(Part.name, { name: 'fuse' }, '?key=name'))).toMatchObject({ id, version: 0 })
    expect(recordOf(await client.update(Part.name, id, { version: 0, name: 'fuse 2' }))).toMatchObject({ version: 1 })
    expect((await client.update(Part.name, id, { version: 1, stock: 9 })).status).toBe(403)
  })
})
