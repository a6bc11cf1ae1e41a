import { createHmac } from 'node:crypto'
import { Failure } from '../failure.ts'
import { readEndSessions, readPasswordChange } from './account.ts'
import { readBulk, readUpdateMatching } from './bulk.ts'
import type { Call } from './Call.ts'
import { readCreate } from './create.ts'
import { readDelete } from './delete.ts'
import { readExplain } from './explain.ts'
import { readFind } from './find.ts'
import { readHistory } from './history.ts'
import { readLogin } from './login.ts'
import { readLogout } from './logout.ts'
import { readMeta } from './meta.ts'
import { readRead } from './read.ts'
import type { Request } from './Request.ts'
import { readRestore } from './restore.ts'
import { readSearch } from './search.ts'
import { readUpdate } from './update.ts'

export interface CallLimits {
  readonly maxLimit: number
  /** Signs the digests of requests that are kept: without the key nobody can find out by trying what a body was. */
  readonly signingKey: Uint8Array
}

/** Reads what a client wants; a failure is given back, since strangers are told another one first. */
export function tryReadCall(request: Request, limits: CallLimits): Call | Failure {
  try {
    return readCall(request, limits)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Reads what a client wants out of the text that it sent. */
export function readCall(request: Request, { maxLimit, signingKey }: CallLimits): Call {
  const call = readOperation(request, maxLimit)
  if (!('idempotency' in call) || !call.idempotency) return call
  const { key, hash } = call.idempotency
  return { ...call, idempotency: { key, hash: createHmac('sha256', signingKey).update(`once ${hash}`).digest('hex') } }
}

function readOperation(request: Request, maxLimit: number): Call {
  switch (request.operation) {
    case 'login':
      return readLogin(request)
    case 'logout':
      return readLogout(request)
    case 'find':
      return readFind(request, maxLimit)
    case 'search':
      return readSearch(request, maxLimit)
    case 'read':
      return readRead(request)
    case 'history':
      return readHistory(request, maxLimit)
    case 'create':
      return readCreate(request)
    case 'update':
      return readUpdate(request)
    case 'delete':
      return readDelete(request)
    case 'restore':
      return readRestore(request)
    case 'saveMany':
    case 'deleteMany':
      return readBulk(request, request.operation)
    case 'updateMatching':
      return readUpdateMatching(request)
    case 'explain':
      return readExplain(request)
    case 'password':
      return readPasswordChange(request)
    case 'endSessions':
      return readEndSessions(request)
    case 'models':
    case 'fields':
      return readMeta(request, request.operation)
  }
}
