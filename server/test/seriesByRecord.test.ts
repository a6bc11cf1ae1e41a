import { describe, expect, it } from 'vitest'
import { type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { Department, departments, Invoice, Item, Slip } from './harness/departments.ts'
import { loggedIn, patient, startService } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(departments, patient)
const [items, slips, invoices] = [Item.name, Slip.name, Invoice.name]
let count = 0

const create = async (model: string, data: object): Promise<RecordJson> =>
  recordOf(await stage.client.create(model, data))
const newDepartment = async () => {
  const { id, code } = await create(Department.name, { code: `D${++count}` })
  return { id, code: String(code) }
}
const refOf = ({ id }: { id: number }) => ({ department: { id } })
const bulk = (model: string, records: object[], query = ''): Promise<Reply> =>
  stage.client.exchange('POST', `/ws/rest/${model}${query}`, { body: { records } })
const change = (model: string, { id, version }: RecordJson, data: object): Promise<Reply> =>
  stage.client.update(model, id, { version, ...data })

describe('a number counts by what the record says', () => {
  it('for each department from 1 on, alone, in bulk and as a member', async () => {
    const [a, b] = [await newDepartment(), await newDepartment()]
    const first = await create(items, refOf(a))
    expect(first['number']).toBe(`${a.code}-0001`)
    const made = recordsOf(await bulk(items, [refOf(b), refOf(a), refOf(b), refOf(a)]))
    expect(made.map((one) => one['number'])).toEqual([
      `${b.code}-0001`,
      `${a.code}-0002`,
      `${b.code}-0002`,
      `${a.code}-0003`,
    ])
    const whole = await stage.client.update(Department.name, a.id, {
      version: 0,
      slips: [{ issuedOn: '2026-05-01' }, { issuedOn: '2025-05-01' }, { issuedOn: '2026-06-01' }],
    })
    expect(whole.status).toBe(200)
    const read = await stage.client.exchange('GET', `/ws/rest/${Department.name}/${a.id}?fields=slips.number`)
    const numbers = recordOf(read)['slips'] as { number: string }[]
    expect(numbers.map(({ number }) => number).sort()).toEqual([
      `${a.code}/2025/001`,
      `${a.code}/2026/001`,
      `${a.code}/2026/002`,
    ])
  })

  it('named by a key, and with the values of an upsert', async () => {
    const a = await newDepartment()
    const upsert = () =>
      stage.client.exchange('PUT', `/ws/rest/${items}?key=label`, {
        body: { data: { label: `label ${a.code}`, department: { code: a.code } } },
      })
    expect(recordOf(await upsert())['number']).toBe(`${a.code}-0001`)
    expect(recordOf(await upsert())['number']).toBe(`${a.code}-0001`)
    expect((await create(items, { department: { code: a.code } }))['number']).toBe(`${a.code}-0002`)
  })

  it('and a dry run shows the number, and takes none', async () => {
    const a = await newDepartment()
    const dry = await stage.client.exchange('PUT', `/ws/rest/${items}?dryRun=true`, { body: { data: refOf(a) } })
    expect(recordOf(dry)['number']).toBe(`${a.code}-0001`)
    expect((await create(items, refOf(a)))['number']).toBe(`${a.code}-0001`)
  })

  it('with the parts in the metadata', async () => {
    const meta = await stage.client.exchange('GET', `/ws/meta/fields/${slips}`)
    const { fields } = recordOf(meta) as unknown as { fields: { name: string }[] }
    expect(fields.find(({ name }) => name === 'number')).toMatchObject({
      template: '{department.code}/{issuedOn.year}/{number:3}',
      per: ['department', 'issuedOn.year'],
    })
  })
})

describe('many at once', () => {
  it('in four departments and two years, every fourth refused: no hole and no twin, with two processes', async () => {
    const four = [await newDepartment(), await newDepartment(), await newDepartment(), await newDepartment()]
    const taken = await create(slips, { ...refOf(await newDepartment()), issuedOn: '2026-01-01', note: 'taken' })
    expect(taken.version).toBe(0)
    const second = await startService(stage.database.url, patient, departments)
    const other = await loggedIn(second, 32)
    const refused = [{ note: 'taken' }, { amount: 0 }, { department: { id: 999_999 } }]
    const replies = await Promise.all(
      Array.from({ length: 160 }, (_, index) => {
        const data = {
          ...refOf(four[index % 4] ?? { id: 0 }),
          issuedOn: index % 8 < 4 ? '2025-07-01' : '2026-07-01',
          // One of four in turn, of every department and year.
          ...((index + Math.floor(index / 8)) % 4 === 3 ? refused[index % 3] : {}),
        }
        const client = index % 3 === 0 ? other : stage.client
        return index % 7 === 0
          ? client.exchange('POST', `/ws/rest/${slips}`, {
              body: { records: [data, { ...data, issuedOn: '2024-01-01' }] },
            })
          : client.create(slips, data)
      }),
    )
    other.close()
    await second.stop()
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400, 409]))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(120)
    const rows = await stage.database.query<{ number: string }>(
      'select s.number from record.org_example_parts_slip as s where s.department = any($1) order by s.number',
      [four.map(({ id }) => id)],
    )
    const byPeriod = Map.groupBy(rows, ({ number }) => number.slice(0, -4))
    expect(byPeriod.size).toBe(12)
    for (const [period, own] of byPeriod)
      expect(own.map(({ number }) => number)).toEqual(
        own.map((_, index) => `${period}/${String(index + 1).padStart(3, '0')}`),
      )
  })
})

describe('a number stays', () => {
  it('and what it begins with can not change', async () => {
    const [a, b] = [await newDepartment(), await newDepartment()]
    const slip = await create(slips, { ...refOf(a), issuedOn: '2026-03-01' })
    const moved = recordOf(await change(slips, slip, { issuedOn: '2026-12-31' }))
    expect(moved['number']).toBe(slip['number'])
    const fault = `is part of ${a.code}/2026/001`
    expect(shown(await change(slips, moved, { issuedOn: '2027-01-01', ...refOf(b) }))).toEqual(
      refusal('invalid-record', { errors: { department: fault, issuedOn: fault } }),
    )
    const mass = await stage.client.exchange('POST', `/ws/rest/${slips}/updateMass`, {
      body: {
        data: { criteria: [{ fieldName: 'id', operator: '=', value: slip.id }] },
        values: refOf(b),
        maxAffected: 1,
      },
    })
    expect(mass.json?.errors).toEqual({ department: fault })
  })

  it('unless the series says that it moves', async () => {
    const [a, b] = [await newDepartment(), await newDepartment()]
    const item = await create(items, refOf(a))
    const moved = recordOf(await change(items, item, refOf(b)))
    expect(moved).toMatchObject({ number: `${a.code}-0001`, department: { id: b.id } })
    expect((await create(items, refOf(b)))['number']).toBe(`${b.code}-0001`)
  })

  it('and comes back with a record that was deleted', async () => {
    const a = await newDepartment()
    const slip = await create(slips, { ...refOf(a), issuedOn: '2026-03-01' })
    expect((await stage.client.delete(slips, slip.id, 0)).status).toBe(200)
    expect((await create(slips, { ...refOf(a), issuedOn: '2026-03-02' }))['number']).toBe(`${a.code}/2026/002`)
    const back = await stage.client.exchange('POST', `/ws/rest/${slips}/${slip.id}/restore`, {
      body: { data: { toVersion: 0, version: 1 } },
    })
    expect(back.status).toBe(200)
    expect(recordOf(await stage.client.read(slips, slip.id))['number']).toBe(`${a.code}/2026/001`)
  })
})

describe('a number with a condition', () => {
  const draft = (data: object = {}) => create(invoices, { subject: `Draft ${++count}`, ...data })

  it('is given by the write after which the record first meets it', async () => {
    const made = await draft()
    expect(made['number']).toBeNull()
    const issued = recordOf(await change(invoices, made, { status: 'issued', issuedOn: '2024-02-01' }))
    expect(issued['number']).toBe('INV-2024-goods-00001')
    const again = recordOf(await change(invoices, issued, { status: 'draft' }))
    const twice = recordOf(await change(invoices, again, { status: 'issued' }))
    expect([again['number'], twice['number']]).toEqual([issued['number'], issued['number']])
    expect((await draft({ status: 'issued', issuedOn: '2024-03-01' }))['number']).toBe('INV-2024-goods-00002')
    const history = await stage.client.exchange('GET', `/ws/rest/${invoices}/${made.id}/history`)
    expect(recordsOf(history).at(-2)).toMatchObject({ changes: { number: { from: null, to: 'INV-2024-goods-00001' } } })
  })

  it('needs its parts', async () => {
    const fault = { issuedOn: 'is needed for the number' }
    const made = await draft()
    const refused = refusal('invalid-record', { errors: fault })
    expect(shown(await change(invoices, made, { status: 'issued' }))).toEqual(refused)
    expect(shown(await stage.client.create(invoices, { subject: 'x', status: 'issued' }))).toEqual(refused)
  })

  it('may be sent back as it was read before', async () => {
    const made = await draft()
    const sent = { subject: made['subject'], number: null, status: 'issued', issuedOn: '2024-05-01' }
    const issued = recordOf(await change(invoices, made, sent))
    expect(issued['number']).toMatch(/^INV-2024-goods-/)
    const merged = await stage.client.exchange('POST', `/ws/rest/${invoices}/${made.id}?onConflict=merge`, {
      body: { data: { version: 0, subject: 'Another', number: null } },
    })
    expect(recordOf(merged)).toMatchObject({ subject: 'Another', number: issued['number'] })
    const other = await change(invoices, recordOf(merged), { number: 'INV-1' })
    expect(shown(other)).toMatchObject({ status: 400 })
  })

  it('is given once and without a hole if many change the records at the same time', async () => {
    const year = 2031
    const drafts = await Promise.all(Array.from({ length: 24 }, () => draft({ issuedOn: `${year}-01-01` })))
    const replies = await Promise.all(
      drafts.flatMap((one, index) => [
        change(invoices, one, { status: 'issued', ...(index % 4 === 0 ? { kind: 'work', issuedOn: null } : {}) }),
        ...(index % 4 === 0
          ? []
          : [change(invoices, one, { subject: 'Raced' }), change(invoices, one, { status: 'issued' })]),
      ]),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400, 409]))
    const rows = await stage.database.query<{ number: string }>(
      `select number from record.org_example_parts_invoice where number like 'INV-${year}-%' order by number`,
    )
    expect(rows.map(({ number }) => Number(number.slice(-5)))).toEqual(rows.map((_, index) => index + 1))
    const [counter] = await stage.database.query<{ last: string }>(
      `select last from tabularium.series where period = '${year}' || chr(31) || 'goods'`,
    )
    expect(Number(counter?.last ?? 0)).toBe(rows.length)
  })

  it('in bulk and by updateMass, one statement draws all', async () => {
    const drafts = await Promise.all(['goods', 'work', 'goods'].map((kind) => draft({ kind, issuedOn: '2040-01-01' })))
    const mass = await stage.client.exchange('POST', `/ws/rest/${invoices}/updateMass`, {
      body: {
        data: { criteria: [{ fieldName: 'id', operator: 'in', value: drafts.map(({ id }) => id) }] },
        values: { status: 'issued' },
        maxAffected: 3,
      },
    })
    expect(mass.status).toBe(200)
    const numbers = await Promise.all(
      drafts.map(async ({ id }) => recordOf(await stage.client.read(invoices, id))['number']),
    )
    expect(numbers).toEqual(['INV-2040-goods-00001', 'INV-2040-work-00001', 'INV-2040-goods-00002'])
  })

  it('stays if the change that issued it is undone', async () => {
    const made = await draft({ issuedOn: '2050-01-01' })
    const reply = await bulk(invoices, [{ id: made.id, version: 0, status: 'issued' }])
    const issued = recordsOf(reply)[0]
    expect(issued).toMatchObject({ number: 'INV-2050-goods-00001' })
    const { changeSet } = reply.json as unknown as { changeSet: number }
    const undone = await stage.client.exchange('POST', `/ws/changes/sets/${changeSet}/undo`, { body: { data: {} } })
    expect(undone.status).toBe(200)
    expect(recordOf(await stage.client.read(invoices, made.id))).toMatchObject({
      status: 'draft',
      number: 'INV-2050-goods-00001',
    })
  })
})
