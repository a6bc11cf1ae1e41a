import { describe, expect, it } from 'vitest'
import { action, choice, decimal, model, reference, role } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { type Client, recordOf, type Reply } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useLogic } from './harness/useLogic.ts'

/** Only actions write its stage, and the action takes small amounts alone. */
const Deal = model({
  name: 'deals.Deal',
  title: 'stage',
  fields: {
    amount: decimal({ precision: 12, scale: 2, required: true }),
    stage: choice(['new', 'checked'], { default: 'new' }),
    note: choice(['a', 'b']),
  },
  only: { stage: 'actions' },
})
const takes = { deal: reference(Deal, { required: true }) }
const declarations = [
  action({
    name: 'deals.check',
    takes,
    run: async ({ deal }, records) => {
      const found = await records.read(Deal, deal)
      if (Number(found.amount) > 100) throw new Error('Too much.')
      await records.update(found, { stage: 'checked', note: 'b' })
      return undefined
    },
  }),
  action({
    name: 'deals.drop',
    takes,
    run: async ({ deal }, records) => {
      const found = await records.update(await records.read(Deal, deal), { stage: 'new' })
      await records.remove(found)
      return undefined
    },
  }),
]
const models = toModels([Deal])
const all = { model: Deal, read: true, create: true, update: true, delete: true } as const
const roles = [
  role({ name: 'clerk', rules: [all], actions: ['deals.check', 'deals.drop'] }),
  role({ name: 'former', rules: [all], actions: ['deals.check', 'deals.drop'] }),
].map((declared) => toRole(declared, 'roles.ts'))
const { logic } = loadLogic(
  declarations.map((declaration) => ({ file: 'logic.ts', declaration })),
  { models, roles },
)
const stage = useLogic({ models, roles, logic })

const setOf = (reply: Reply) => (reply.json as unknown as { changeSet: number }).changeSet
const run = (client: Client, name: string, id: number) =>
  client.exchange('POST', `/ws/action/deals.${name}`, { body: { data: { deal: { id } } } })
const undo = (client: Client, set: number, data: object = {}) =>
  client.exchange('POST', `/ws/changes/sets/${set}/undo`, { body: { data } })
const newDeal = async (client: Client) => recordOf(await client.create(Deal.name, { amount: '5.00', note: 'a' })).id
const read = async (client: Client, id: number) => recordOf(await client.read(Deal.name, id))
const only = (id: number, version: number) => ({
  model: Deal.name,
  id,
  version,
  reason: 'only',
  fields: ['stage'],
  message: expect.stringContaining('stage') as string,
})

/** Takes the right to run actions from a role. */
async function dismiss(name: string): Promise<void> {
  await stage.database.query(
    `delete from record.tabularium_rule as rule using record.tabularium_role as role
    where rule.role = role.id and role.name = $1 and rule.run`,
    [name],
  )
}

describe('"fields that only logic writes go back if you may run the action now"', () => {
  it('so the undo of an action takes them back, and the undo of that does not write them again', async () => {
    const clerk = await stage.as('clerk')
    const id = await newDeal(clerk)
    const undone = await undo(clerk, setOf(await run(clerk, 'check', id)))
    expect(undone.json).toMatchObject({ undone: 1 })
    expect(await read(clerk, id)).toMatchObject({ stage: 'new', note: 'a', version: 2 })
    await clerk.update(Deal.name, id, { version: 2, amount: '900000.00' })
    for (const client of [clerk, stage.client]) {
      const again = await undo(client, setOf(undone))
      expect(again.status).toBe(409)
      expect(again.json).toMatchObject({ data: { clashes: [only(id, 3)], clashing: 1 } })
    }
    expect(await read(clerk, id)).toMatchObject({ stage: 'new', amount: '900000.00', version: 3 })
    const rest = await undo(clerk, setOf(undone), { onConflict: 'skip' })
    expect(rest.json).toMatchObject({ undone: 1, clashes: [only(id, 3)] })
    expect(await read(clerk, id)).toMatchObject({ stage: 'new', note: 'b', version: 4 })
  })

  it('so without that right they stay, whoever ran the action', async () => {
    const former = await stage.as('former')
    const [id, gone] = [await newDeal(former), await newDeal(former)]
    const set = setOf(await run(former, 'check', id))
    await run(former, 'check', gone)
    const dropped = setOf(await run(former, 'drop', gone))
    await dismiss('former')
    expect((await run(former, 'check', id)).status).toBe(404)
    const refused = await undo(former, set)
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({ data: { clashes: [only(id, 1)] } })
    expect((await undo(former, set, { onConflict: 'skip' })).json).toMatchObject({ undone: 1, clashes: [only(id, 1)] })
    expect(await read(former, id)).toMatchObject({ stage: 'checked', note: 'a' })
    // The action cleared the stage before it deleted the record: to bring it back would write the stage.
    const clash = { reason: 'refused', code: 'not-permitted', fields: ['stage'] }
    expect((await undo(former, dropped)).json).toMatchObject({ data: { clashes: [clash] } })
    expect((await undo(stage.client, dropped)).json).toMatchObject({ undone: 1 })
    expect(await read(former, gone)).toMatchObject({ stage: 'checked', note: 'b' })
  })

  it('so a write of one record says which fields stay', async () => {
    const clerk = await stage.as('clerk')
    const id = await newDeal(clerk)
    await run(clerk, 'check', id)
    const body = { data: { version: 1, undo: 1 } }
    const refused = await clerk.exchange('POST', `/ws/rest/${Deal.name}/${id}/undo`, { body })
    expect(refused.json).toMatchObject({ data: { code: 'not-undoable', clashes: [only(id, 1)] } })
  })

  it('so a record that was deleted comes back with them as they were last', async () => {
    const clerk = await stage.as('clerk')
    const id = await newDeal(clerk)
    await run(clerk, 'check', id)
    const body = { records: [{ id, version: 1 }] }
    const removed = setOf(await clerk.exchange('POST', `/ws/rest/${Deal.name}/removeAll`, { body }))
    const back = await undo(clerk, removed)
    const again = await undo(clerk, setOf(back))
    expect((await undo(clerk, setOf(again))).json).toMatchObject({ undone: 1 })
    expect(await read(clerk, id)).toMatchObject({ stage: 'checked', version: 5 })
  })
})
