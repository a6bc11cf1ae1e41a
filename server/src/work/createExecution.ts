import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { type LogicOptions, runLogic } from '../execute/logic/runLogic.ts'
import { withoutUnhandled } from '../execute/logic/withoutUnhandled.ts'
import { type Log, toLogicLog } from '../request/log.ts'
import type { ReadableRecords, Records } from '../logic/Records.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { RoleRights } from '../permission/RoleRights.ts'
import { RightsCache } from '../permission/RightsCache.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { AuthorizationChanged } from '../statement/authorization/authCheck.ts'
import { rightsOfSenderStatement, sameRevisionStatement, toWorkRights } from '../statement/service/workRights.ts'
import type { Actor, Execution, LogicRun } from './Execution.ts'
import { toEvents } from './toEvents.ts'

/** Logic that runs longer than this without a pause holds up all requests of the process, in milliseconds. */
const longPause = 50

/** With which rights logic runs. */
interface Given {
  readonly authorization: Authorization
  /** The revision of all rights in which they were read; absent if they are declared. */
  readonly revision?: string
}

/** Creates what runs the logic of jobs, reactions and schedules. */
export function createExecution(services: ExecutionServices, roleRights: RoleRights, log: Log): Execution {
  const cache = new RightsCache(services.models)

  /** The rights of a role are declared; those of a user or a key are in the database, in a revision of all rights. */
  async function authorize({ as, user, key }: Actor): Promise<Given> {
    const by = { userId: user, credential: undefined, jobKey: key ?? undefined }
    if (as !== undefined) return { authorization: { ...by, rights: roleRights.get(as) } }
    const found = toWorkRights(await services.database.run(rightsOfSenderStatement(user ?? 0, key), 'read'))
    if (!found) throw new TypeError(key === null ? noUser : noKey)
    const rights = cache.get({ ...found, credential: { isKey: key !== null } }).forLogic()
    return { authorization: { ...by, rights }, revision: found.revision }
  }

  /** Runs with rights that are current at the end, too. */
  async function runWith<T>(
    run: LogicRun,
    given: Given,
    work: (records: Records) => Promise<T>,
    finish: (transaction: Transaction, result: T) => Promise<void>,
  ): Promise<T> {
    const done: T[] = []
    const steps = async (records: Records) => {
      const result = await work(records)
      done[0] = result
      return result
    }
    const end = async (transaction: Transaction) => {
      if (given.revision !== undefined) {
        const [row] = await transaction.run(sameRevisionStatement(given.revision, run.actor.key))
        if (row?.[0] !== 't') throw new AuthorizationChanged('Rights have changed since this began.')
      }
      await finish(transaction, done[0] as T)
    }
    return runLogic({ ...toOptions(run, given.authorization), finish: end }, services, steps)
  }

  function toOptions(
    { kind, name, requestId, until, timeout, statements, generation }: LogicRun,
    authorization: Authorization,
  ): LogicOptions {
    return {
      kind,
      name,
      authorization,
      context: { requestId },
      deadline: { at: until, mayBeWritten: false },
      timeout,
      statements,
      generation,
      onPause: (milliseconds) => {
        if (milliseconds > longPause)
          log.warn({ [kind]: name, milliseconds: Math.round(milliseconds) }, 'logic held up the process')
      },
    }
  }

  return {
    transact: async (run, work, finish) => runWith(run, await authorize(run.actor), work, finish),
    react: async (run, reaction, entries, finish) => {
      const given = await authorize(run.actor)
      const events = await toEvents(entries, given.authorization, services)
      const signal = AbortSignal.timeout(Math.max(1, Math.round(run.until - performance.now())))
      const context = { moment: new Date(events.at(-1)?.on ?? 0), signal, log: toLogicLog(log, { reaction: run.name }) }
      const work = async (records: Records) => {
        if (events.length > 0) await reaction.run(events, records, context)
      }
      await runWith(run, given, work, finish)
    },
    read: async (run) => {
      const { authorization } = await authorize(run.actor)
      const options = { ...toOptions(run, authorization), dryRun: true }
      const reading = <T>(work: (records: Records) => Promise<T>) => runLogic(options, services, work)
      const readable = {
        read: (...given: Parameters<ReadableRecords['read']>) => reading((records) => records.read(...given)),
        readAll: (...given: Parameters<ReadableRecords['readAll']>) => reading((records) => records.readAll(...given)),
        search: (...given: Parameters<ReadableRecords['search']>) => reading((records) => records.search(...given)),
        count: (...given: Parameters<ReadableRecords['count']>) => reading((records) => records.count(...given)),
      }
      // The compiler knows the types of records by their declarations, and here they are passed on.
      return withoutUnhandled(readable) as unknown as ReadableRecords
    },
  }
}

const noUser = 'The user who sent the job cannot log in any more, or nobody sent it: declare the job with a role (as).'

const noKey =
  'The API key that sent the job was deleted or has expired, or its user cannot log in any more: send the job again ' +
  'with another key, or declare the job with a role (as).'
