import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogicRun } from '../src/execute/logic/runLogic.ts'
import type { Records } from '../src/logic/Records.ts'
import { refuse } from '../src/logic/refuse.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { Rights } from '../src/permission/Rights.ts'
import { recordOf } from './harness/client.ts'
import { openServices, runAsService } from './harness/logicServices.ts'
import { Move, Product, stock } from './harness/stock.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(stock)
let services: ReturnType<typeof openServices>

beforeAll(() => {
  services = openServices(stage.database.url, stock)
})
afterAll(() => services.database.close())

/** Runs logic as the service itself, unless the options say otherwise. */
function run<T>(work: (records: Records) => Promise<T>, options: Partial<LogicRun<T>> = {}): Promise<T> {
  services.sent.length = 0
  return runAsService(services, work, { name: 'stock.test', ...options })
}

const onHandOf = async (id: number) => [recordOf(await stage.client.read(Product.name, id))]
const newProduct = async (onHand: number) =>
  (await run((records) => records.create(Product, { sku: `p${performance.now()}`, onHand }))).id

describe('logic over records', () => {
  it('reads and writes in one transaction, which is one change set', async () => {
    const [from, to] = [await newProduct(5), await newProduct(0)]
    let changeSet: number | undefined
    const moved = await run(
      async (records) => {
        const [one, other] = await records.readAll(Product, [from, to])
        if (!one || !other) throw new Error('Both are there.')
        await records.updateAll([
          [one, { onHand: one.onHand - 2 }],
          [other, { onHand: other.onHand + 2 }],
        ])
        return records.create(Move, { from: one, to: other, quantity: 2 })
      },
      { finish: async (_, ended) => void (changeSet = ended.changeSet) },
    )
    expect(moved).toMatchObject({ version: 0, quantity: 2, from: { id: from }, to: { id: to } })
    expect(await onHandOf(from)).toMatchObject([{ onHand: 3, version: 1 }])
    expect(await onHandOf(to)).toMatchObject([{ onHand: 2, version: 1 }])
    const [row] = await stage.database.query('select kind, records from tabularium.change_sets where id = $1', [
      changeSet,
    ])
    expect(row).toEqual({ kind: 'action', records: '3' })
    // Begin and commit are two more round trips. The calls of one tick share a statement.
    expect(services.sent).toEqual([
      'logic.begin',
      'record.read',
      'record.update',
      'record.drawIds',
      'record.create',
      'logic.end',
    ])
  })

  it('shares a statement among the calls that branches make at the same time', async () => {
    const ids = [await newProduct(1), await newProduct(2), await newProduct(3)]
    await run((records) =>
      Promise.all(
        ids.map(async (id) => {
          const product = await records.read(Product, id, ['onHand'])
          await records.update(product, { onHand: product.onHand + 1 })
        }),
      ),
    )
    expect(services.sent).toEqual(['logic.begin', 'record.read', 'record.update', 'logic.end'])
    expect(await Promise.all(ids.map(onHandOf))).toMatchObject([[{ onHand: 2 }], [{ onHand: 3 }], [{ onHand: 4 }]])
  })

  it('starts over if a record that it only read was changed before the commit', async () => {
    const [watched, written] = [await newProduct(1), await newProduct(0)]
    let runs = 0
    await run(async (records) => {
      runs += 1
      const seen = await records.read(Product, watched)
      if (runs === 1) await stage.client.update(Product.name, watched, { version: 0, onHand: 7 })
      const product = await records.read(Product, written)
      await records.update(product, { onHand: seen.onHand })
    })
    expect(runs).toBe(2)
    expect(await onHandOf(written)).toMatchObject([{ onHand: 7, version: 1 }])
    expect(services.sent).toContain('logic.lockUsed')
  })

  it('starts over if a record that it writes was changed or read anew', async () => {
    const id = await newProduct(1)
    let runs = 0
    await run(async (records) => {
      runs += 1
      const product = await records.read(Product, id)
      if (runs === 1) await stage.client.update(Product.name, id, { version: 0, onHand: 10 })
      await records.update(product, { onHand: product.onHand + 1 })
    })
    expect(runs).toBe(2)
    expect(await onHandOf(id)).toMatchObject([{ onHand: 11, version: 2 }])
  })

  it('ends after five attempts if others are always first, with nothing written', async () => {
    const written = await newProduct(0)
    let runs = 0
    const work = run(async (records) => {
      runs += 1
      const product = await records.read(Product, written)
      await records.update(product, { onHand: 5 })
      // Each attempt reads another record, so that those before it have not locked it.
      const other = await newProductOf(runs)
      const seen = await records.read(Product, other)
      await stage.client.update(Product.name, other, { version: seen.version, onHand: 9 })
    })
    await expect(work).rejects.toMatchObject({ code: 'unavailable', details: { data: { outcome: 'not-applied' } } })
    expect(runs).toBe(5)
    expect(await onHandOf(written)).toMatchObject([{ onHand: 0, version: 0 }])
  })

  it('changes a record twice, and deletes it', async () => {
    const id = await newProduct(1)
    await run(async (records) => {
      const product = await records.read(Product, id)
      await records.update(product, { onHand: 2 })
      const again = await records.update(product, { onHand: 3 })
      expect(again.version).toBe(2)
      await records.remove(again)
    })
    expect((await stage.client.read(Product.name, id)).status).toBe(404)
  })

  it.each(['lock', 'hold'] as const)('locks what it searched for with %s: true', async (option) => {
    const id = await newProduct(4)
    const where = { fieldName: 'id', operator: '=', value: id }
    let other: Promise<unknown> = Promise.resolve()
    await run(async (records) => {
      const [locked] = await records.search(Product, { where, [option]: true })
      other = stage.client.update(Product.name, id, { version: 0, onHand: 0 })
      expect(await records.count(Product, where)).toBe(1)
      if (locked) await records.update(locked, { onHand: locked.onHand - 1 })
    })
    expect(await other).toMatchObject({ status: 409 })
    expect(await onHandOf(id)).toMatchObject([{ onHand: 3, version: 1 }])
    expect(services.sent).toEqual(['logic.begin', 'record.lockFound', 'record.search', 'record.update', 'logic.end'])
  })

  it('writes nothing if a write is refused, also if its code goes on', async () => {
    const id = await newProduct(1)
    const work = run(async (records) => {
      const product = await records.read(Product, id)
      const changed = await records.update(product, { onHand: 8 })
      await records.update(changed, { onHand: -1 }).catch(() => undefined)
    })
    await expect(work).rejects.toMatchObject({
      code: 'invalid-record',
      details: { errors: { onHand: expect.any(String) } },
    })
    expect(await onHandOf(id)).toMatchObject([{ onHand: 1, version: 0 }])
  })

  it('throws what the code throws after a refused write, and finds it among many', async () => {
    const taken = await run((records) => records.create(Product, { sku: 'taken' }))
    const many = [{ sku: `a${taken.id}` }, { sku: 'taken' }, { sku: `b${taken.id}` }]
    const create = run((records) => records.createAll(Product, many))
    await expect(create).rejects.toMatchObject({ code: 'not-unique' })
    const explained = run(async (records) => {
      await records.createAll(Product, many).catch(() => {
        throw refuse('taken', 'It is taken.')
      })
    })
    await expect(explained).rejects.toMatchObject({ reason: 'taken' })
    const where = { fieldName: 'sku', operator: 'in', value: many.map(({ sku }) => sku) }
    expect(await run((records) => records.count(Product, where))).toBe(1)
  })

  it('is rolled back if it is a dry run', async () => {
    const id = await newProduct(1)
    const before = await stage.database.query('select count(*) from tabularium.journal')
    const update = async (records: Records) => records.update(await records.read(Product, id), { onHand: 2 })
    expect(await run(update, { dryRun: true })).toMatchObject({ onHand: 2, version: 1 })
    expect(await onHandOf(id)).toMatchObject([{ onHand: 1, version: 0 }])
    expect(await stage.database.query('select count(*) from tabularium.journal')).toEqual(before)
  })

  it('has a budget of statements', async () => {
    const id = await newProduct(1)
    const work = run(
      async (records) => {
        for (let step = 0; step < 5; step++) await records.read(Product, id)
      },
      { statements: 4 },
    )
    await expect(work).rejects.toThrow(/stock\.test needs more than 4 statements/)
  })

  it('ends at its deadline, also if its code never does', async () => {
    const id = await newProduct(1)
    const deadline = { at: performance.now() + 300, mayBeWritten: false }
    const work = run(
      async (records) => {
        await records.update(await records.read(Product, id), { onHand: 2 })
        await new Promise(() => {})
      },
      { deadline },
    )
    await expect(work).rejects.toMatchObject({ code: 'unavailable' })
    expect(await onHandOf(id)).toMatchObject([{ onHand: 1, version: 0 }])
  })

  it('can do with records what its authorization can', async () => {
    const id = await newProduct(1)
    const rules = [{ ...none, model: Product.name, read: true }]
    const rights = new Rights('of a reader', rules, false, stock, [])
    const authorization = { ...serviceAuthorization(stock), userId: 1, rights }
    await expect(run((records) => records.read(Product, id), { authorization })).resolves.toMatchObject({ onHand: 1 })
    const write = async (records: Records) => records.update(await records.read(Product, id), { onHand: 2 })
    await expect(run(write, { authorization })).rejects.toMatchObject({ code: 'not-permitted' })
    const unknown = run((records) => records.search(Move), { authorization })
    await expect(unknown).rejects.toMatchObject({ code: 'unknown-model' })
  })

  it('tells how long its code keeps others waiting', async () => {
    const id = await newProduct(1)
    const pauses: number[] = []
    const work = async (records: Records) => {
      await records.read(Product, id)
      const end = performance.now() + 60
      while (performance.now() < end);
    }
    await run(work, { onPause: (milliseconds) => pauses.push(milliseconds) })
    expect(pauses.filter((milliseconds) => milliseconds >= 50)).toHaveLength(1)
  })
})

const none = {
  id: null,
  role: 'reader',
  create: false,
  update: false,
  delete: false,
  condition: null,
  readFields: null,
  writeFields: null,
}

/** A product that was made outside the transaction under test. */
async function newProductOf(round: number): Promise<number> {
  const made = await stage.client.create(Product.name, { sku: `round ${round} ${performance.now()}` })
  return recordOf(made).id
}
