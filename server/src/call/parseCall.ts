import { createHmac, type KeyObject } from 'node:crypto'
import { Failure } from '../failure/failure.ts'
import { parseEndSessions, parsePasswordChange } from './account.ts'
import { parseAction } from './action.ts'
import { parseAggregate } from './aggregate.ts'
import { parseBulk, parseUpdateMatching } from './bulk.ts'
import { parseChanges, parseChangeStream } from './changes.ts'
import { parseChangeSet, parseChangeSets, parseUndoChangeSet } from './changeSets.ts'
import type { Call } from './Call.ts'
import { parseCreate } from './create.ts'
import { parseDelete } from './delete.ts'
import { parseDeleted } from './deleted.ts'
import { parseExplain, parseExplainAction } from './explain.ts'
import { parseFind } from './find.ts'
import { parseHistory } from './history.ts'
import { parseLogin } from './login.ts'
import { parseLogout } from './logout.ts'
import { parseMe } from './me.ts'
import { parseMeta } from './meta.ts'
import { parseOpenApi } from './openapi.ts'
import { parseRead } from './read.ts'
import type { Request } from './Request.ts'
import { parseRestore } from './restore.ts'
import { parseSearch } from './search.ts'
import { parseSearchAll } from './searchAll.ts'
import { parseTransaction } from './transaction.ts'
import { parseUndo } from './undo.ts'
import { parseUpdate } from './update.ts'
import { parseDeliveries, parseDiscard, parseResend, parseTestWebhook, parseWebhookStatus } from './webhooks.ts'

/** What parsing needs besides the request. */
export interface CallLimits {
  readonly maxLimit: number
  /** Signs the stored digests of requests: without the key nobody can find out a body by trying. */
  readonly signingKey: KeyObject | Uint8Array
}

/** Parses a request like `parseCall`, but returns a failure: for unknown clients, another failure comes first. */
export function tryParseCall(request: Request, limits: CallLimits): Call | Failure {
  try {
    return parseCall(request, limits)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Parses the text that a client sent into a call. */
export function parseCall(request: Request, { maxLimit, signingKey }: CallLimits): Call {
  const call = parseOperation(request, maxLimit)
  if (!('idempotency' in call) || !call.idempotency) return call
  const { key, hash } = call.idempotency
  return { ...call, idempotency: { key, hash: createHmac('sha256', signingKey).update(`once ${hash}`).digest('hex') } }
}

function parseOperation(request: Request, maxLimit: number): Call {
  switch (request.operation) {
    case 'login':
      return parseLogin(request)
    case 'logout':
      return parseLogout(request)
    case 'find':
      return parseFind(request, maxLimit)
    case 'search':
      return parseSearch(request, maxLimit)
    case 'aggregate':
      return parseAggregate(request, maxLimit)
    case 'read':
      return parseRead(request)
    case 'history':
      return parseHistory(request, maxLimit)
    case 'deleted':
      return parseDeleted(request, maxLimit)
    case 'create':
      return parseCreate(request)
    case 'update':
      return parseUpdate(request)
    case 'delete':
      return parseDelete(request)
    case 'restore':
      return parseRestore(request)
    case 'undo':
      return parseUndo(request)
    case 'saveMany':
    case 'deleteMany':
      return parseBulk(request, request.operation)
    case 'updateMatching':
      return parseUpdateMatching(request)
    case 'me':
      return parseMe(request)
    case 'searchAll':
      return parseSearchAll(request)
    case 'transaction':
      return parseTransaction(request)
    case 'action':
      return parseAction(request)
    case 'explain':
      return parseExplain(request)
    case 'explainAction':
      return parseExplainAction(request)
    case 'password':
      return parsePasswordChange(request)
    case 'endSessions':
      return parseEndSessions(request)
    case 'openapi':
      return parseOpenApi(request)
    case 'changes':
      return parseChanges(request, maxLimit)
    case 'changeStream':
      return parseChangeStream(request, maxLimit)
    case 'changeSets':
      return parseChangeSets(request, maxLimit)
    case 'changeSet':
      return parseChangeSet(request, maxLimit)
    case 'undoChangeSet':
      return parseUndoChangeSet(request)
    case 'webhook':
      return parseWebhookStatus(request)
    case 'deliveries':
      return parseDeliveries(request, maxLimit)
    case 'resend':
      return parseResend(request)
    case 'discard':
      return parseDiscard(request)
    case 'testWebhook':
      return parseTestWebhook(request)
    case 'models':
    case 'fields':
    case 'actions':
      return parseMeta(request, request.operation)
  }
}
