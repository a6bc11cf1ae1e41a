import { LoadLimiter } from '../http/overload/LoadLimiter.ts'
import { Housekeeping } from '../housekeeping/Housekeeping.ts'
import { SearchUsage } from '../housekeeping/SearchUsage.ts'
import type { Database } from '../postgres/Database.ts'
import type { StandbyReads } from '../postgres/standby/StandbyReads.ts'
import { epochStatement, toEpoch } from '../statement/service/epochs.ts'
import { signingKeyStatement, toSigningKey } from '../statement/service/secrets.ts'
import { startWebhooks } from '../webhooks/startWebhooks.ts'
import type { Webhooks } from '../webhooks/Webhooks.ts'
import type { BackgroundWork } from '../work/BackgroundWork.ts'
import { type Answering, createAnswer } from './createAnswer.ts'
import { createWork, createWorkServices } from './createWork.ts'
import { openDatabase, openReads, requireSchema } from './openDatabase.ts'
import type { ProcessParts } from './ProcessParts.ts'

/** What was read from the database before anything else. */
interface Identity {
  readonly signingKey: Uint8Array
  /** How often the database was restored to an earlier moment. */
  readonly epoch: number
}

/**
 * What a process holds for one database: connections, batches, reserves of ids and numbers, sessions, idempotency,
 * tokens, the change feed, the load limiter, housekeeping and background work. It is made by `open` and ended by
 * `close`, all of it. A process has exactly one today, for the database of the setting databaseUrl.
 */
export class Tenant {
  readonly database: Database
  /** Absent if the primary alone is read. */
  readonly standbys: StandbyReads | undefined
  readonly epoch: number
  /** It measures how fast this database answers, and counts users by the ids that they have in it. */
  readonly limiter: LoadLimiter
  readonly housekeeping: Housekeeping
  readonly work: BackgroundWork
  /** Answers a request. */
  readonly answer: Answering['answer']
  /** The user of a token, if it is cached; undefined if only the database knows. */
  readonly findUser: Answering['findUser']
  readonly #parts: ProcessParts
  readonly #answering: Answering
  #webhooks: Webhooks | undefined
  #stopped: Promise<unknown> | undefined

  private constructor(parts: ProcessParts, database: Database, { signingKey, epoch }: Identity) {
    const { settings, models, log } = parts
    const searches = new SearchUsage()
    const forWork = { ...parts, passwordUse: parts.signIn.options.passwords }
    const work = createWork(forWork, createWorkServices(parts, database), (names) => this.housekeeping.look(names))
    const { standbys, reads } = openReads(parts, database)
    const onJobsSent = () => work.wake()
    const release = () => this.housekeeping.release()
    const own = { database, reads, signingKey, epoch, searches, onJobsSent, release }
    this.#parts = parts
    this.database = database
    this.standbys = standbys
    this.epoch = epoch
    this.limiter = new LoadLimiter(settings)
    this.housekeeping = new Housekeeping({
      ...settings,
      database,
      models,
      log,
      searches,
      onReleased: (released) => this.#onReleased(released),
      onLook: ({ areWebhooksFree }) => {
        if (areWebhooksFree) this.#webhooks?.onFree()
      },
    })
    this.work = work
    this.#answering = createAnswer(parts, own)
    this.answer = this.#answering.answer
    this.findUser = this.#answering.findUser
  }

  /**
   * Opens the database. It never changes the schema: it fails if that differs from the models, also by steps that a
   * process can do without unless they are allowed.
   */
  static async open(parts: ProcessParts, { allowPendingSteps = false } = {}): Promise<Tenant> {
    const database = openDatabase(parts)
    try {
      await requireSchema(database, parts.models, allowPendingSteps)
      const signingKey = toSigningKey(await database.run(signingKeyStatement(), 'read'))
      const epoch = toEpoch(await database.run(epochStatement(), 'read'))
      const tenant = new Tenant(parts, database, { signingKey, epoch })
      await tenant.housekeeping.prepare()
      return tenant
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** The exports that run now. */
  get exports(): { readonly oldest: number } {
    return this.#answering.exports
  }

  /** Starts what runs besides requests: housekeeping, and with `work` webhooks and background work. */
  start({ work }: { readonly work: boolean }): void {
    this.housekeeping.start()
    if (!work) return
    this.#webhooks = startWebhooks(this.#answering.services, this.#parts)
    this.work.start()
  }

  /** Ends what runs besides requests; resolves when what is under way has ended. Requests are still answered. */
  async stop(): Promise<void> {
    this.#stopped ??= Promise.all([
      this.housekeeping.stop(),
      this.#webhooks?.close(),
      this.work.close(this.#parts.settings.drainTimeout),
    ])
    await this.#stopped
  }

  /** Tells those who follow the changes what housekeeping has seen. */
  #onReleased(released: number): void {
    this.#answering.onReleased(released)
    this.#webhooks?.onReleased(released)
    this.work.onReleased()
  }

  /** Answers requests that wait for changes, and lets none wait from now on. */
  stopWaiting(): void {
    this.#answering.stopWaiting()
  }

  /** Ends all of it, after the last request. */
  async close(): Promise<void> {
    await this.stop()
    this.stopWaiting()
    await this.housekeeping.finish()
    this.standbys?.close()
    this.database.close()
  }
}
