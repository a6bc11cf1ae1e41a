import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { toOwnMails } from '../../src/logic/ownMails.ts'
import { loadDeclarations } from '../../src/model/loadModels.ts'
import { createSmtpMailer } from '../../src/work/mail/createSmtpMailer.ts'
import { Mails } from '../../src/work/mail/Mails.ts'
import { readOwnMailFiles } from '../../src/work/mail/readMailFiles.ts'
import { Client, type RecordJson, type Reply } from './client.ts'
import { contactsFolder } from './commandLine.ts'
import { type ArrivedMail, MailServer, tokenIn } from './MailServer.ts'
import { type OpenWork, openWork } from './openWork.ts'
import { makeUser } from './people.ts'
import { until } from './poll.ts'
import { sendingMails } from './sendingMails.ts'
import type { Flags } from './service.ts'
import { type ServiceUnderTest, useService } from './useService.ts'

/** The password of the users of these tests. */
export const oldPassword = 'seven grey geese in a row'
/** One that they choose. */
export const newPassword = 'nine slow snails on a wall'

/** A service that offers links by mail, a mail server, and the work that sends the mails when a test says so. */
export interface LinksUnderTest extends ServiceUnderTest {
  readonly mails: MailServer
  /** What became of mails, as kind and result. */
  readonly results: readonly string[]
  /** Sends a request without a session. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Looks up who asked for links, and sends all mails that are due within six seconds. */
  settle(): Promise<void>
  /** Makes a user with a verified address that begins with the name. */
  person(username: string, fields?: object): Promise<RecordJson>
  /** Asks for a link to set a new password, and returns the mail. */
  forget(username: string): Promise<ArrivedMail>
  /** A client that logs in with a password. */
  loginAs(username: string, password?: string): Promise<{ readonly client: Client; readonly status: number }>
}

export const addressOf = (username: string) => `${username}@example.com`

const { publicUrl, ...withoutAddress } = sendingMails

/** One service on one cloned database for all tests of a file. Browsers need one without another public address. */
export function useLinks(flags: Flags = publicUrl === undefined ? {} : { publicUrl }): LinksUnderTest {
  const stage = useService({ ...withoutAddress, work: 'false', ...flags })
  const results: string[] = []
  const clients: Client[] = []
  let mails: MailServer
  let work: OpenWork
  beforeAll(async () => {
    mails = await MailServer.start()
    const { models } = await loadDeclarations(contactsFolder)
    const mailer = await createSmtpMailer({ url: mails.url, from: 'Records <records@example.com>', requireTls: false })
    const { ownMails: texts } = toOwnMails(await readOwnMailFiles(), [])
    const own = { texts, base: publicUrl ?? '', newToken: () => randomBytes(32) }
    const onMail = (kind: string, result: string) => void results.push(`${kind} ${result}`)
    work = openWork(stage.database.url, models, [], {
      toMails: (database) => new Mails({ mailer, database, models, rate: 100_000, own, onMail }),
    })
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await work.close()
    await mails.stop()
  })
  const newClient = () => {
    const client = new Client(stage.service.url)
    clients.push(client)
    return client
  }
  const settle = async () => void (await work.work.settle(Date.now() + 6_000))
  const post: LinksUnderTest['post'] = (path, body, headers = {}) =>
    newClient().exchange('POST', path, { body, headers })
  const own = {
    results,
    post,
    settle,
    person: (username: string, fields: object = {}) =>
      makeUser(stage.client, username, [], {
        password: oldPassword,
        email: addressOf(username),
        emailVerifiedOn: '2026-01-01T00:00:00Z',
        ...fields,
      }),
    forget: async (username: string) => {
      const before = mails.arrived.length
      await post('/ws/password/forgotten', { username })
      await settle()
      const to = addressOf(username.trim().toLowerCase())
      return until(`a link for ${to}`, () =>
        mails.arrived.slice(before).find((mail) => mail.to === to && mail.text.includes('#token=')),
      )
    },
    loginAs: async (username: string, password = oldPassword) => {
      const client = newClient()
      return { client, status: (await client.login({ username, password })).status }
    },
  }
  return Object.defineProperties(own, {
    ...Object.getOwnPropertyDescriptors(stage),
    mails: { get: () => mails },
  }) as unknown as LinksUnderTest
}

/** The link's token of the mail that `forget` returns. */
export const tokenOf = async (mail: Promise<ArrivedMail>) => tokenIn(await mail)
