import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { type LogicRun, runLogic } from '../execute/logic/runLogic.ts'
import { withoutUnhandled } from '../execute/logic/withoutUnhandled.ts'
import type { Reaction } from '../logic/Logic.ts'
import type { ReadableRecords, Records } from '../logic/Records.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { RightsCache } from '../permission/RightsCache.ts'
import type { RoleRights } from '../permission/RoleRights.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { type Log, toLogicLog } from '../request/log.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import { AuthorizationChanged } from '../statement/authorization/authCheck.ts'
import { rightsOfSenderStatement, sameRevisionStatement, toWorkRights } from '../statement/service/workRights.ts'
import { toEvents } from './toEvents.ts'

/** Logic that runs longer than this without a pause holds up all requests of the process, in milliseconds. */
const longPause = 50

/** Whose rights logic has, and who is the author of what it writes. */
export interface Actor {
  /** The name of the role whose rights it has; those of the user if absent. */
  readonly as?: string | undefined
  /** The user who caused it; null if nobody did. */
  readonly user: number | null
  /** The id of the API key that sent the job; null if none did. */
  readonly key: number | null
}

/** A run of logic whose rights are looked up when it begins. */
export interface WorkRun extends Pick<LogicRun, 'name' | 'requestId' | 'timeout' | 'statements' | 'generation'> {
  readonly kind: 'job' | 'reaction' | 'schedule'
  readonly actor: Actor
  /** When it must have ended, in milliseconds of the monotonic clock. */
  readonly until: number
}

/** The rights of a run. */
interface GrantedRights {
  readonly authorization: Authorization
  /** The revision of all rights in which they were read; absent if they are declared. */
  readonly revision?: string
}

/** Runs the logic of jobs, reactions and schedules over the records, with the rights of its role or its sender. */
export class LogicRunner {
  readonly #services: ExecutionServices
  readonly #roleRights: RoleRights
  readonly #rights: RightsCache
  readonly #log: Log

  constructor(services: ExecutionServices, roleRights: RoleRights, log: Log) {
    this.#services = services
    this.#roleRights = roleRights
    this.#rights = new RightsCache(services.models)
    this.#log = log
  }

  /** Runs logic in one transaction. `finish` adds statements of the service after it. */
  async transact<T>(
    run: WorkRun,
    code: (records: Records) => Promise<T>,
    finish: (transaction: Transaction, result: T) => Promise<void>,
  ): Promise<T> {
    return this.#runWith(run, await this.#authorize(run.actor), code, finish)
  }

  /** Runs a reaction over changes in one transaction. */
  async react(
    run: WorkRun,
    reaction: Reaction,
    entries: readonly JournaledChange[],
    finish: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const granted = await this.#authorize(run.actor)
    const events = await toEvents(entries, granted.authorization, this.#services)
    const signal = AbortSignal.timeout(Math.max(1, Math.round(run.until - performance.now())))
    const log = toLogicLog(this.#log, { reaction: run.name })
    const context = { moment: new Date(events.at(-1)?.on ?? 0), signal, log }
    const code = async (records: Records) => {
      if (events.length > 0) await reaction.run(events, records, context)
    }
    await this.#runWith(run, granted, code, finish)
  }

  /** Returns records that are read outside of a transaction. */
  async read(run: WorkRun): Promise<ReadableRecords> {
    const { authorization } = await this.#authorize(run.actor)
    const reading = <T>(code: (records: Records) => Promise<T>) =>
      runLogic({ ...this.#toLogicRun(run, authorization), dryRun: true }, this.#services, code)
    const readable = {
      read: (...given: Parameters<ReadableRecords['read']>) => reading((records) => records.read(...given)),
      readAll: (...given: Parameters<ReadableRecords['readAll']>) => reading((records) => records.readAll(...given)),
      search: (...given: Parameters<ReadableRecords['search']>) => reading((records) => records.search(...given)),
      count: (...given: Parameters<ReadableRecords['count']>) => reading((records) => records.count(...given)),
    }
    // The compiler knows the types of records by their declarations, and here they are passed on.
    return withoutUnhandled(readable) as unknown as ReadableRecords
  }

  /** The rights of a role are declared; those of a user or a key are in the database, in a revision of all rights. */
  async #authorize({ as, user, key }: Actor): Promise<GrantedRights> {
    const by = { userId: user, credential: undefined, jobKey: key ?? undefined }
    if (as !== undefined) return { authorization: { ...by, rights: this.#roleRights.get(as) } }
    const found = toWorkRights(await this.#services.database.run(rightsOfSenderStatement(user ?? 0, key), 'read'))
    if (!found) throw new TypeError(key === null ? noUser : noKey)
    const rights = this.#rights.get({ ...found, credential: { isKey: key !== null } }).forLogic()
    return { authorization: { ...by, rights }, revision: found.revision }
  }

  /** Runs with rights that are current at the end, too. */
  #runWith<T>(
    run: WorkRun,
    { authorization, revision }: GrantedRights,
    code: (records: Records) => Promise<T>,
    finish: (transaction: Transaction, result: T) => Promise<void>,
  ): Promise<T> {
    const end: LogicRun<T>['finish'] = async (transaction, { result }) => {
      if (revision !== undefined) {
        const [row] = await transaction.run(sameRevisionStatement(revision, run.actor.key))
        if (row?.[0] !== 't') throw new AuthorizationChanged('Rights have changed since this began.')
      }
      await finish(transaction, result)
    }
    return runLogic({ ...this.#toLogicRun(run, authorization), finish: end }, this.#services, code)
  }

  #toLogicRun({ actor: _, until, ...run }: WorkRun, authorization: Authorization): Omit<LogicRun, 'finish'> {
    const { kind, name } = run
    return {
      ...run,
      authorization,
      deadline: { at: until, mayBeWritten: false },
      onPause: (milliseconds) => {
        if (milliseconds > longPause)
          this.#log.warn({ [kind]: name, milliseconds: Math.round(milliseconds) }, 'logic held up the process')
      },
    }
  }
}

const noUser = 'The user who sent the job cannot log in any more, or nobody sent it: declare the job with a role (as).'

const noKey =
  'The API key that sent the job was deleted or has expired, or its user cannot log in any more: send the job again ' +
  'with another key, or declare the job with a role (as).'
