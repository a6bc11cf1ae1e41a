import type { ConfirmTotpCall, LoginFactorCall, OwnFactorsCall } from './FactorCall.ts'
import { maxAgentLength } from './login.ts'
import { takes } from './parameter/takes.ts'
import { invalidBody, parseBody } from './parseBody.ts'
import { refuseParameters } from './parseParameters.ts'
import { refuseKey } from './refuseKey.ts'
import type { Request } from './Request.ts'

/** What the second step of a login takes. */
export const loginFactorTakes = takes({ body: ['pendingLogin', 'totp', 'recovery'] })

/** What the first code of an app takes. */
export const confirmTotpTakes = takes({ body: ['firstCode', 'factorName'] })

/** What the beginning of a factor, and new recovery codes, take: an empty object. */
export const emptyTakes = takes({ body: [] })

/** Parses the second step of a login: `{"login": "…", "totp": "123456"}`. */
export function parseLoginFactor({ body, query, requestId, agent, address }: Request): LoginFactorCall {
  refuseParameters(query)
  const { login, totp, recovery } = parseBody(body, loginFactorTakes)
  const proof = totp !== undefined ? { totp } : recovery !== undefined ? { recovery } : undefined
  if (!proof) throw invalidBody({ totp: 'is required, unless there is a recovery code' })
  if (totp !== undefined && recovery !== undefined) throw invalidBody({ recovery: 'cannot be sent with totp' })
  return { operation: 'loginFactor', login, proof, requestId, address, agent: agent?.slice(0, maxAgentLength) || null }
}

/** Parses a question for one's own factors. */
export function parseFactors({ token, query, requestId }: Request): OwnFactorsCall {
  refuseParameters(query)
  return { operation: 'factors', token, requestId }
}

/** Parses what is asked of one's own factors without saying more. */
export function parseOwnFactors(operation: OwnFactorsCall['operation']): (request: Request) => OwnFactorsCall {
  return (request) => {
    const { token, body, query, requestId } = request
    refuseParameters(query)
    refuseKey(request)
    parseBody(body, emptyTakes)
    return { operation, token, requestId }
  }
}

/** Parses the first code of an app: `{"code": "123456", "name": "phone"}`. */
export function parseConfirmTotp(request: Request): ConfirmTotpCall {
  const { token, body, query, requestId } = request
  refuseParameters(query)
  refuseKey(request)
  return { operation: 'confirmTotp', token, requestId, ...parseBody(body, confirmTotpTakes) }
}
