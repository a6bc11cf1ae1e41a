import { createHash } from 'node:crypto'
import { parseJobInput } from '../../execute/logic/parseJobInput.ts'
import { Failure } from '../../failure/failure.ts'
import { isAddress } from '../../logic/checkMail.ts'
import type { Mail } from '../../logic/Logic.ts'
import type { OwnMailKind } from '../../logic/ownMails.ts'
import type { ReadableRecords } from '../../logic/Records.ts'
import type { PasswordChoice } from '../../model/signIn/signIn.ts'
import type { Models } from '../../model/Models.ts'
import type { Database } from '../../postgres/Database.ts'
import type { NamedSql } from '../../sql/sql.ts'
import { endIdleJobStatement, endJobStatement, postponeJobStatement } from '../../statement/service/jobEnds.ts'
import type { ClaimedJob } from '../../statement/service/jobs.ts'
import { takeMailStatement } from '../../statement/service/mails.ts'
import { LeaseLost } from '../errors.ts'
import type { Mailer, OutgoingMail } from './Mailer.ts'
import { type OrderedMails, orderMails } from './orderMails.ts'
import { findRecipient, type OwnMailInput, type OwnMailOptions, writeOwnMail } from './ownMail.ts'
import { toHeader, withoutControls, writeMail } from './writeMail.ts'

/** What became of a mail. */
export type MailResult = 'sent' | 'failed' | 'idle' | 'postponed'

/** Whether a mail was declared, written by a job, or is one of the service. */
export type MailKind = 'declared' | 'job' | OwnMailKind

/** What sending mails needs. */
export interface MailsOptions {
  readonly mailer: Mailer
  readonly database: Database
  readonly models: Models
  /** The most mails an hour, of all processes together. */
  readonly rate: number
  /** What the service's own mails need; without it they wait. */
  readonly own?: OwnMailOptions | undefined
  /** Who may log in with a password, and so gets mails to set a forgotten one; absent: all. */
  readonly passwordUse?: PasswordChoice | undefined
  onMail(kind: MailKind, result: MailResult): void
}

/** A mail that a job has written. */
export interface FreeMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mails: declared ones by their jobs, and those that jobs write themselves. */
export class Mails {
  readonly #options: MailsOptions
  /** When the next hour begins if no more mails may be sent in this one, in milliseconds of the monotonic clock. */
  #closedUntil = 0

  constructor(options: MailsOptions) {
    this.#options = options
  }

  /** Whether more mails may be sent in this hour, as far as this process knows. */
  get isOpen(): boolean {
    return performance.now() >= this.#closedUntil
  }

  /** Sends a declared mail and ends its job. A mail that has no address, or no record any more, is done. */
  async run(job: ClaimedJob, mail: Mail, records: ReadableRecords, requestId: string): Promise<void> {
    const { models, onMail } = this.#options
    const input = parseJobInput(Object(job.input), mail, { models, userId: null, moment: new Date(job.sentOn) })
    const written = await writeMail(mail, input, { models, records }).catch(unlessGone)
    if (!written || !isAddress(written.to)) {
      onMail('declared', 'idle')
      return this.#end(job, endIdleJobStatement(job, requestId, written ? 'no address' : 'the record is gone'))
    }
    const { to, subject, text } = written
    if (!(await this.#take(to))) {
      onMail('declared', 'postponed')
      return this.#end(job, postponeJobStatement(job))
    }
    const messageId = toMessageId(`${job.name}/${job.id}/${job.sentOn}`)
    await this.#send('declared', { to, subject, text, replyTo: mail.replyTo, messageId })
    return this.#end(job, endJobStatement(job, requestId))
  }

  /** Whether the service's own mails can be sent: links need an address that they lead to. */
  get sendsOwn(): boolean {
    return this.#options.own !== undefined
  }

  /** Orders the mails that no request orders, and returns how many. */
  async orderMails(state: OrderedMails, at?: number): Promise<number> {
    const { own, database, passwordUse = 'all' } = this.#options
    return own ? orderMails(state, database, passwordUse, at) : 0
  }

  /**
   * Sends a mail of the service and ends its job. Each try makes another link, so it is another message: of two that
   * arrive, both are shown, and the later one counts.
   */
  async runOwn(job: ClaimedJob, kind: OwnMailKind, requestId: string): Promise<void> {
    const { own, database, models, onMail } = this.#options
    if (!own) throw new TypeError('There is no address for links: set publicUrl.')
    const input = job.input as OwnMailInput
    const recipient = await findRecipient(kind, input, database)
    if (!recipient || !isAddress(recipient.to)) {
      onMail(kind, 'idle')
      return this.#end(job, endIdleJobStatement(job, requestId, 'no address'))
    }
    if (!(await this.#take(recipient.to))) {
      onMail(kind, 'postponed')
      return this.#end(job, postponeJobStatement(job))
    }
    const { application } = models
    const written = await writeOwnMail(kind, input, recipient, { ...own, database, application })
    const messageId = toMessageId(`${job.name}/${job.id}/${job.sentOn}/${job.tries}`)
    await this.#send(kind, { to: recipient.to, ...written, messageId })
    return this.#end(job, endJobStatement(job, requestId))
  }

  /** Sends a mail that a job has written; nothing of it is stored. `key` is the same at every try of the job. */
  async send({ to, subject, text }: FreeMail, key: string): Promise<void> {
    if (!isAddress(to)) throw new TypeError('to must be the address of one recipient, such as ada@example.com.')
    if (!(await this.#take(to))) throw new TypeError('No more mails may be sent in this hour: see mailRate.')
    const mail = { to, subject: toHeader(subject), text: withoutControls(text), messageId: toMessageId(key) }
    await this.#send('job', mail)
  }

  close(): void {
    this.#options.mailer.close()
  }

  async #end({ generation }: ClaimedJob, statement: NamedSql): Promise<void> {
    const ended = await this.#options.database.run(statement, 'write', { generation })
    if (ended.length === 0) throw new LeaseLost('Another process took over the job.')
  }

  /** Counts a mail of this hour, unless there are enough. */
  async #take(to: string): Promise<boolean> {
    const { database, rate } = this.#options
    const recipient = createHash('sha256').update(to.toLowerCase()).digest('base64url')
    const taken = await database.run(takeMailStatement(recipient, rate), 'write')
    // The recipient may get more mails, and all together may not.
    if (taken.length === 1) this.#closedUntil = performance.now() + Number(taken[0]?.[1])
    return taken.length === 2
  }

  async #send(kind: MailKind, mail: OutgoingMail): Promise<void> {
    const { mailer, onMail } = this.#options
    try {
      await mailer.send(mail)
    } catch (error) {
      onMail(kind, 'failed')
      throw error
    }
    onMail(kind, 'sent')
  }
}

/** A record that was deleted after the mail was ordered. */
function unlessGone(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'record-not-found') return undefined
  throw error
}

/** The id of a message: the key of its job, in characters that a header may have. */
function toMessageId(key: string): string {
  return `<${key.replaceAll(/[^\w.-]/g, '.')}@tabularium>`
}
