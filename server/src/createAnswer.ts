import type { Access } from './access/Access.ts'
import { answer, type Underway } from './answer.ts'
import { answerInTime } from './answerInTime.ts'
import { createRecordRunners } from './batch/createRecordRunners.ts'
import { createRunner } from './batch/createRunner.ts'
import type { Request } from './call/Request.ts'
import { tryReadCall } from './call/parseCall.ts'
import { Idempotency } from './idempotency/Idempotency.ts'
import { RightsBook } from './permission/RightsBook.ts'
import { PageTokens } from './plan/pageToken.ts'
import { createSessions } from './session/createSessions.ts'
import { digestSlowly, hashPassword } from './session/password.ts'
import { findPasswordFault } from './session/passwordRules.ts'
import { readCommonPasswords } from './session/readCommonPasswords.ts'
import { answerStatement, awaitStandbyStatement, forgetAnswerStatement } from './statement/service/answers.ts'
import { createSecretKey } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Failure } from './failure.ts'
import type { SearchNotes } from './housekeeping/SearchNotes.ts'
import type { Trace } from './log.ts'
import type { Models } from './model/Models.ts'
import type { Database } from './postgres/Database.ts'
import type { Settings } from './settings/Settings.ts'

/** What requests are answered with. */
export interface AnswerOptions {
  readonly settings: Settings
  readonly models: Models
  /** How many cores this process may count on; all of the machine where absent. */
  readonly cores?: number
  readonly signingKey: Uint8Array
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** The way of a request from what `http` took apart to its envelope. */
export function createAnswer(
  { settings, models, newToken, signingKey, cores = availableParallelism() }: AnswerOptions,
  database: Database,
  searches: SearchNotes,
  access: Access,
) {
  const sessions = createSessions(database, settings, cores, newToken)
  const { keyLifetime, maxBulk, answerLimit } = settings
  const idempotency = new Idempotency({
    find: createRunner(answerStatement(keyLifetime), database, models),
    forget: async (key) => {
      await database.run(forgetAnswerStatement(key, keyLifetime), 'write')
    },
    settle: async () => {
      await database.run(awaitStandbyStatement(), 'write')
    },
  })
  const run = createRecordRunners(database, models, (...noted) => searches.note(...noted))
  const rights = new RightsBook(models)
  const tokens = new PageTokens(signingKey)
  const callLimits = { maxLimit: settings.maxLimit, signingKey: createSecretKey(signingKey) }
  const services = { models, sessions, rights, access, run, idempotency, database, tokens, maxBulk, answerLimit }
  const answerRequest = (request: Request, trace: Trace, admit: (user: number) => void) =>
    answerInTime(request.operation, settings.requestTimeout, async (deadline) => {
      const call = tryReadCall(request, callLimits)
      const isPublic = request.operation === 'login' || request.operation === 'logout'
      if (!(call instanceof Failure)) return answer(call, services, { deadline, ...contextIn(trace, admit) })
      if (isPublic) throw call
      return sessions.refuse(request.token, call)
    })
  return { answer: answerRequest, findUser: (token: string | undefined) => sessions.findUser(token) }
}

/** Notes what becomes known of a request on its way: for the log, and for the user's share. */
function contextIn(trace: Trace, admit: (user: number) => void): Omit<Underway, 'deadline'> {
  return {
    admit: ({ username, userId }) => {
      trace.user = username
      admit(userId)
    },
    note: ({ name }) => {
      trace.model = name
    },
  }
}

/** What the service's own records need that no client can send. */
export async function createAccess({ newToken }: Pick<AnswerOptions, 'newToken'>): Promise<Access> {
  const common = await readCommonPasswords()
  return {
    findPasswordFault: (...chosen) => findPasswordFault(...chosen, common),
    hashPassword,
    digestSlowly,
    newToken,
  }
}
