import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { date, decimal, job, mail, model, reference, role, text } from '../src/index.ts'
import { checkMails } from '../src/command/doctor/checkWork.ts'
import { Connection } from '../src/postgres/Connection.ts'
import type { Sql } from '../src/sql/sql.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { createSmtpMailer } from '../src/work/mail/createSmtpMailer.ts'
import type { Mailer } from '../src/work/mail/Mailer.ts'
import { Mails, type MailsOptions } from '../src/work/mail/Mails.ts'
import type { Database } from '../src/postgres/Database.ts'
import { recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { headersOf, MailServer } from './harness/MailServer.ts'
import { jobsOf, openWork, type OpenWork } from './harness/openWork.ts'
import { useModels } from './harness/useModels.ts'

const Person = model({
  name: 'desk.Person',
  title: 'name',
  fields: {
    name: text({ required: true }),
    email: text({ multiline: true }),
    language: text(),
    password: text({ secret: true }),
  },
})
const Loan = model({
  name: 'desk.Loan',
  title: 'number',
  fields: {
    number: text({ required: true, multiline: true }),
    borrower: reference(Person, { required: true }),
    dueOn: date({ required: true }),
    fee: decimal({ precision: 12, scale: 2 }),
  },
})
const reminding = toRole(
  role({
    name: 'reminding',
    rules: [
      { model: Loan, read: true },
      { model: Person, read: true },
    ],
  }),
  'a.ts',
)
const declared = {
  name: 'desk.reminder',
  as: 'reminding',
  takes: { loan: reference(Loan, { required: true }) },
  to: 'loan.borrower.email',
} as const
const reminder = mail({
  ...declared,
  language: 'loan.borrower.language',
  replyTo: 'desk@example.com',
  text: {
    en: 'Loan {loan.number} was due on {loan.dueOn}\n\nDear {loan.borrower.name},\n\nit costs {loan.fee} now.\n',
    de: 'Ausleihe {loan.number} war am {loan.dueOn} fällig\n\nGuten Tag {loan.borrower.name}: {loan.fee}.\n',
  },
})
const models = toModels([Person, Loan])
const stage = useModels(models)

let server: MailServer
let mailer: Mailer
let opened: OpenWork[] = []
const results: string[] = []

beforeAll(async () => {
  server = await MailServer.start()
  mailer = await createSmtpMailer({ url: server.url, from: 'Desk <desk@example.com>', requireTls: false })
})
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  server.reset()
  results.length = 0
})
afterAll(async () => {
  mailer.close()
  await server.stop()
})

/** The work of a process, with a mail server unless the test wants none. */
function open({ rate = 600, hasServer = true } = {}, logic: readonly object[] = [reminder]): OpenWork {
  const onMail: MailsOptions['onMail'] = (kind, result) => void results.push(`${kind} ${result}`)
  const toMails = (database: Database) => new Mails({ mailer: shared, models, rate, database, onMail })
  const one = openWork(stage.database.url, models, logic as never[], {
    roles: [reminding],
    ...(hasServer ? { toMails } : {}),
  })
  opened.push(one)
  return one
}
/** The mailer of all tests, which no work closes. */
const shared: Mailer = { send: (sent) => mailer.send(sent), close: () => {} }

const newLoan = async (person: object = {}, number = 'L-1') => {
  const borrower = recordOf(
    await stage.client.create(Person.name, { name: 'Ada', email: 'ada@example.com', ...person }),
  )
  const given = { number, dueOn: '2026-01-31', fee: '1234.50', borrower: { id: borrower.id } }
  return recordOf(await stage.client.create(Loan.name, given))
}
const remind = (one: OpenWork, { id }: { readonly id: number }, times = 1) =>
  one.transact(async (records) => {
    const loan = await records.read(Loan, id)
    for (let sent = 0; sent < times; sent++) await records.later(reminder, { loan })
  })
const lastJobs = async () => (await jobsOf(stage.client, reminder.name)).toSorted((a, b) => b.id - a.id)

describe('declared mails', () => {
  it('are jobs with the ids of records, sent after the commit, in the language of the recipient', async () => {
    const one = open()
    const loan = await newLoan({ language: 'de-AT' })
    await remind(one, loan)
    const [waiting] = await lastJobs()
    expect(waiting).toMatchObject({ kind: 'mail', state: 'waiting', input: { loan: { id: loan.id } } })
    expect(waiting?.input).toEqual({ loan: { id: loan.id } })
    expect(server.arrived).toEqual([])
    await one.settle()
    const [only] = server.arrived
    if (!only) throw new Error('The mail has not arrived.')
    expect(only.to).toBe('ada@example.com')
    expect(headersOf('Subject', only)[0]).toContain('Ausleihe_L-1_war_am_31=2E_Januar_2026')
    expect(only.message).toContain('Guten Tag Ada: 1.234,50.')
    expect([headersOf('Reply-To', only), headersOf('Auto-Submitted', only)]).toEqual([
      ['Reply-To: desk@example.com'],
      ['Auto-Submitted: auto-generated'],
    ])
    expect((await lastJobs())[0]).toMatchObject({ state: 'done', error: null })
    expect(results).toEqual(['declared sent'])
  })

  it('tell what records are when they are sent, not when they were ordered', async () => {
    const one = open()
    const loan = await newLoan()
    await remind(one, loan)
    await stage.client.update(Loan.name, loan.id, { version: loan.version, number: 'L-2' })
    await one.settle()
    expect(headersOf('Subject', server.arrived[0] ?? { message: '' })).toEqual([
      'Subject: Loan L-2 was due on January 31, 2026',
    ])
  })

  it('arrive once each, also if the server refuses some for a while', async () => {
    const one = open()
    const loans = await Promise.all(
      Array.from({ length: 5 }, (_, n) => newLoan({ email: `r${n}@example.com` }, `R-${n}`)),
    )
    server.refusals = 2
    for (const loan of loans) await remind(one, loan)
    await one.settle()
    await one.work.settle(Date.now() + 60_000)
    expect(server.arrived.map(({ to }) => to).toSorted()).toEqual(loans.map((_, n) => `r${n}@example.com`))
    expect(new Set(server.arrived.map((message) => headersOf('Message-ID', message)[0])).size).toBe(5)
    expect(results.toSorted()).toEqual([...Array(2).fill('declared failed'), ...Array(5).fill('declared sent')])
  })

  it('can have no other header than their own, whatever the records say', async () => {
    const one = open()
    await remind(one, await newLoan({}, 'L\r\nBcc: eve@example.com\r\n\r\nHello'))
    await remind(one, await newLoan({ email: 'ada@example.com, eve@example.com' }))
    await remind(one, await newLoan({ email: 'ada@example.com\r\nBcc: eve@example.com' }))
    await one.settle()
    expect(server.arrived.map(({ to }) => to)).toEqual(['ada@example.com'])
    const [only = { message: '' }] = server.arrived
    expect(headersOf('Bcc', only)).toEqual([])
    expect(headersOf('Subject', only)).toEqual([
      'Subject: Loan L Bcc: eve@example.com Hello was due on January 31, 2026',
    ])
    expect((await lastJobs()).slice(0, 2)).toMatchObject([
      { state: 'done', note: 'no address' },
      { state: 'done', note: 'no address' },
    ])
  })

  it('are done without an address, and without their record', async () => {
    const one = open()
    await remind(one, await newLoan({ email: null }))
    const gone = await newLoan()
    await remind(one, gone)
    await stage.client.delete(Loan.name, gone.id, gone.version)
    await one.settle()
    expect((await lastJobs()).slice(0, 2)).toMatchObject([
      { state: 'done', note: 'the record is gone' },
      { state: 'done', note: 'no address' },
    ])
    expect([server.arrived, results]).toEqual([[], ['declared idle', 'declared idle']])
  })

  it('wait without a mail server, and doctor says so', async () => {
    const one = open({ hasServer: false })
    await remind(one, await newLoan())
    await one.settle()
    expect((await lastJobs())[0]).toMatchObject({ state: 'waiting', tries: 0 })
    const connection = await Connection.open(stage.database.url)
    const query = (statement: Sql) => connection.query(statement)
    expect(await checkMails(query, { hasServer: false, hasAddress: false })).toMatchObject([
      { what: '1 mails wait to be sent.' },
    ])
    expect(await checkMails(query, { hasServer: true, hasAddress: true })).toEqual([])
    await connection.close()
  })
})

describe('the limits of mails', () => {
  it('are 20 an hour for a recipient: the others wait for the next hour, and nothing has failed', async () => {
    const one = open()
    await one.settle()
    server.arrived.length = 0
    await remind(one, await newLoan({ email: 'many@example.com' }), 21)
    await one.settle()
    expect(server.arrived).toHaveLength(20)
    const [late] = (await lastJobs()).filter(({ state }) => state === 'waiting')
    expect(late).toMatchObject({ failures: 0, error: null, dueOn: expect.stringMatching(/:00:00\.000Z$/) })
    const [row] = await stage.database.query("select string_agg(recipient, '') as all from tabularium.mail_counts")
    expect(String(row?.['all'])).not.toContain('example')
  })

  it('are mailRate for all together, in all processes', async () => {
    await stage.database.query('truncate tabularium.mail_counts')
    const [one, other] = [open({ rate: 3 }), open({ rate: 3 })]
    for (let sent = 0; sent < 6; sent++) await remind(one, await newLoan({ email: `all${sent}@example.com` }))
    await Promise.all([one.settle(), other.settle()])
    expect(server.arrived).toHaveLength(3)
    await stage.database.query('truncate tabularium.mail_counts')
  })
})

describe('mails that jobs write', () => {
  const write = job({
    name: 'desk.write',
    as: 'reminding',
    takes: { to: text({ required: true }), subject: text({ required: true, multiline: true }) },
    run: async ({ to, subject }, _, context) => context.mail({ to, subject, text: 'Hello\u0000 there' }),
  })

  it('are sent at once, with one header of each kind and nothing in the job', async () => {
    const one = open({}, [write])
    await one.transact((records) => records.later(write, { to: 'bob@example.com', subject: 'A\r\nBcc: e@example.com' }))
    await one.settle()
    expect(server.arrived).toMatchObject([{ to: 'bob@example.com', message: expect.stringContaining('Hello there') }])
    expect(headersOf('Bcc', server.arrived[0] ?? { message: '' })).toEqual([])
    expect(results).toEqual(['job sent'])
  })
})

describe('the mistakes of a mail', () => {
  const mistakesOf = (more: object) => {
    const declaration = mail({ ...declared, text: 'Subject', ...more })
    return loadLogic([{ file: 'a.ts', declaration }], { models, roles: [reminding] }).mistakes.map(
      ({ message }) => message,
    )
  }

  it.each([
    [{ text: 'x {loan.password}' }, 'there is no field "password" to read'],
    [{ text: 'x {loan.borrower.password}' }, 'password is a secret and never shown: leave it out'],
    [{ text: 'x {loan.borrower.nam}' }, 'Did you mean "name"?'],
    [{ text: 'x {loan.dueOn.year}' }, 'dueOn is no reference'],
    [{ to: 'loan.dueOn' }, 'which is no text'],
    [{ to: undefined }, 'to must be a path'],
    [{ replyTo: 'a@example.com, b@example.com' }, 'replyTo must be an address'],
    [{ text: undefined }, 'mails/desk.reminder.en.txt'],
    [{ text: '\n\nno subject' }, 'is the subject: write one'],
    [{ as: undefined }, 'has no caller'],
    [{ run: () => {} }, 'has no member "run"'],
  ])('%j', (more, message) => {
    expect(mistakesOf(more)).toEqual([expect.stringContaining(message)])
  })

  it('none, with files in two languages', () => {
    const mailFiles = new Map([
      [
        'desk.reminder',
        new Map([
          ['de', 'Betreff {loan.number}'],
          ['en', 'Subject'],
        ]),
      ],
    ])
    const given = [{ file: 'a.ts', declaration: mail({ ...declared }) }]
    const { logic, mistakes } = loadLogic(given, { models, roles: [reminding], mailFiles })
    expect(mistakes).toEqual([])
    expect([...(logic.mails.get('desk.reminder')?.templates.keys() ?? [])]).toEqual(['de', 'en'])
  })
})
