import { beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../src/command/doctor/examine.ts'
import { loadModels } from '../src/model/loadModels.ts'
import { recordOf } from './harness/client.ts'
import { ordersFolder } from './harness/commandLine.ts'
import { using } from './harness/interrupt.ts'
import { runCommand } from './harness/runCommand.ts'
import { useModels } from './harness/useModels.ts'

const models = await loadModels(ordersFolder)
const stage = useModels(models, { models: ordersFolder })
const [order, invoice] = ['com.example.orders.Order', 'com.example.orders.Invoice']
const year = `${new Date().getUTCFullYear()}`
let known: { id: number }

beforeAll(async () => {
  const customer = recordOf(await stage.client.create('com.example.orders.Customer', { code: 'ACME', name: 'Acme' }))
  known = { id: recordOf(await stage.client.create(order, { customer: { id: customer.id } })).id }
})

function run(...args: string[]): Promise<string> {
  return runCommand([...args, '--models', ordersFolder], { DATABASE_URL: stage.database.url })
}

const newInvoice = async () =>
  recordOf(await stage.client.create(invoice, { order: known, amount: '1', issuedOn: '2026-01-31' }))['number']

async function setByHand(number: string): Promise<void> {
  await stage.database.query(
    `update record.com_example_orders_invoice set number = $1
    where number = (select max(number) from record.com_example_orders_invoice)`,
    [number],
  )
}

describe('tabularium series', () => {
  it('set lets a series count on from what another system used, and list shows it', async () => {
    expect(await newInvoice()).toBe(`INV-${year}-00001`)
    await run('series', 'set', 'Invoice', 'number', '4711')
    expect(await newInvoice()).toBe(`INV-${year}-04712`)
    await run('series', 'set', invoice, 'number', '100', '--period', '2098')
    const counters: unknown = JSON.parse(await run('series', 'list', '--json'))
    expect(counters).toEqual([
      { model: invoice, field: 'number', gapless: true, period: year, last: 4712, highest: 4712 },
      { model: invoice, field: 'number', gapless: true, period: '2098', last: 100 },
      { model: order, field: 'number', gapless: false, period: year, last: 1, highest: 1 },
    ])
    expect(await run('series', 'list')).toMatch(new RegExp(`Invoice +number +gapless +${year} +4712 +4712\\n`))
  })

  it('set refuses numbers that are taken, and periods and fields that make no sense', async () => {
    await run('series', 'set', 'Invoice', 'number', '5000')
    expect(await newInvoice()).toBe(`INV-${year}-05001`)
    await expect(run('series', 'set', 'Invoice', 'number', '4000')).rejects.toThrow('set it to 5001 or more')
    expect(await newInvoice()).toBe(`INV-${year}-05002`)
    await expect(run('series', 'set', 'Invoice', 'number', '1', '--period', '2026-11')).rejects.toThrow(
      'number begins anew each year: write --period 2026.',
    )
    await expect(run('series', 'set', 'Invoice', 'numbr', '1')).rejects.toThrow('Did you mean "number"')
    await expect(run('series', 'set', 'Invoice', 'number', 'x')).rejects.toThrow('a whole number from 0 on')
  })

  it('doctor finds a counter that is behind its records, and says what to run', async () => {
    const last = Number((await newInvoice())?.toString().slice(-5))
    await setByHand(`INV-${year}-100000`)
    const { findings } = await using(stage.database.url, (connection) =>
      examine((statement) => connection.query(statement), models, { rows: 10_000, recount: false, fix: false }),
    )
    expect(findings.filter(({ check }) => check === 'series')).toEqual([
      {
        check: 'series',
        what: `The series ${invoice}.number is at ${last}, and a record has the number 100000.`,
        why: 'Every create fails with 503: the next number is taken.',
        advice: [`Run: npx tabularium series set ${invoice} number 100000`],
      },
    ])
    await run('series', 'set', invoice, 'number', '100000')
    expect(await newInvoice()).toBe(`INV-${year}-100001`)
  })
})
