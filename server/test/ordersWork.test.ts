import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { greet, welcome } from '../../examples/orders/greet.ts'
import { tellCustomer } from '../../examples/orders/tellCustomer.ts'
import { voidOldDrafts } from '../../examples/orders/voidOldDrafts.ts'
import { Order } from '../../examples/orders/Order.ts'
import { createSmtpMailer } from '../src/work/mail/createSmtpMailer.ts'
import { Mails } from '../src/work/mail/Mails.ts'
import { loadDeclared } from '../src/command/loadDeclared.ts'
import { recordOf } from './harness/client.ts'
import { ordersFolder } from './harness/commandLine.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { useModels } from './harness/useModels.ts'

const { models, roles } = await loadDeclared(ordersFolder)
const stage = useModels(models)
const day = 86_400_000
/** The clock of the test stands still, and is moved ahead by so many milliseconds. */
const noon = Math.floor(Date.now() / day) * day + day / 2
let ahead = 0

/** The mails that arrived, and how often the server refuses the next ones. */
let mails: { to: string[]; text: string }[] = []
let refusals = 0
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, session, done) => {
    let text = ''
    stream.on('data', (chunk) => (text += String(chunk)))
    stream.on('end', () => {
      if (refusals-- > 0) return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
      done()
    })
  },
})

let work: OpenWork

beforeAll(async () => {
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const mailer = await createSmtpMailer({ url, from: 'orders@example.com', requireTls: false })
  const declared = [tellCustomer, greet, welcome, voidOldDrafts] as unknown as Parameters<typeof openWork>[2]
  work = openWork(stage.database.url, models, declared, {
    roles,
    toMails: (database) => new Mails({ mailer, models, rate: 600, database, onMail: () => {} }),
    toTime: () => noon + ahead,
    // The pause after a failure is as long as an hour, so that nothing is tried again before the test wants it.
    random: () => 7_200,
  })
  await work.settle()
})

afterAll(async () => {
  await work.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

beforeEach(() => {
  mails = []
  refusals = 0
})

const create = async (model: string, values: object) =>
  recordOf(await stage.client.create(`com.example.orders.${model}`, values))

async function newOrder(): Promise<{ id: number; number: unknown }> {
  const code = `C${Math.random()}`.slice(0, 12)
  const customer = await create('Customer', { code, name: 'Ada Lovelace', email: `${code}@example.com` })
  const { id, number } = recordOf(await stage.client.create(Order.name, { customer: { id: customer.id } }))
  // The customer is greeted first.
  await work.settle()
  mails = []
  return { id, number }
}

const send = (id: number) => work.transact((records) => records.later(tellCustomer, { order: { id } }))

describe('tellCustomer', () => {
  it('sends a mail by SMTP', async () => {
    const { id, number } = await newOrder()
    await send(id)
    await work.settle()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual([expect.stringMatching(/^c0\.\d+@example\.com$/i)])
    expect(mails[0]?.text).toContain(`Subject: Your order ${String(number)} is on its way`)
  })

  it('is tried again if the server refuses it, as the same message', async () => {
    const { id } = await newOrder()
    refusals = 1
    await send(id)
    await work.settle()
    const waiting = (await jobsOf(stage.client, tellCustomer.name)).at(-1)
    expect(waiting).toMatchObject({ state: 'waiting', failures: 1, error: expect.stringContaining('451') })
    await stage.database.query(`update record.tabularium_job set due_on = now() where id = ${waiting?.id ?? 0}`)
    await work.settle()
    const [, messageId = ''] = /^Message-ID: (.*)$/im.exec(mails[0]?.text ?? '') ?? []
    expect(messageId).toContain(`${waiting?.id}`)
    expect(mails).toHaveLength(1)
  })
})

describe('greet', () => {
  it('welcomes each customer once there is an address', async () => {
    const ada = await create('Customer', { code: 'ADA', name: 'Ada', email: 'ada@example.com' })
    const { id, version } = await create('Customer', { code: 'BOB', name: 'Bob' })
    await work.settle()
    expect(mails.map(({ to }) => to)).toEqual([['ada@example.com']])
    expect(mails[0]?.text).toContain('Subject: Welcome')
    const customers = 'com.example.orders.Customer'
    await stage.client.update(customers, id, { version, email: 'bob@example.com' })
    await stage.client.update(customers, ada.id, { version: ada.version, email: 'lovelace@example.com' })
    await work.settle()
    expect(mails.map(({ to }) => to)).toEqual([['ada@example.com'], ['bob@example.com']])
  })
})

describe('voidOldDrafts', () => {
  it('voids the drafts of 90 days ago in the night, and no others', async () => {
    const [old, young] = [await newOrder(), await newOrder()]
    await stage.database.query(
      `update record.com_example_orders_order set updated_on = now() - interval '100 days' where id = ${old.id}`,
    )
    await work.settle()
    ahead = day
    await work.settle()
    const statusOf = async (id: number) => recordOf(await stage.client.read(Order.name, id))['status']
    expect([await statusOf(old.id), await statusOf(young.id)]).toEqual(['void', 'draft'])
    expect((await jobsOf(stage.client, voidOldDrafts.name)).map(({ state }) => state)).toEqual(['done'])
  })
})
