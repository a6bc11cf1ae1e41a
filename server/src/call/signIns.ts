import type {
  BackchannelLogoutCall,
  BeginLoginCall,
  FinishLoginCall,
  LoginMethodsCall,
  LogoutThereCall,
  ProtectedResourceCall,
  SignInsCall,
} from './SignInCall.ts'
import { maxAgentLength } from './login.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters, refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What the beginning of a login takes. */
export const beginLoginTakes = takes({ query: ['to', 'confirm'] })

/** What a callback takes: whatever the provider sends. What is known of it is checked with the login. */
export const finishLoginTakes = takes({ isOpen: true })

/** What a question for logins takes. */
export const signInsTakes = takes({ query: ['limit', 'signInsAfter', 'signInsOf', 'signInsMethod'] })

/** Parses a question how people log in. */
export function parseLoginMethods({ query }: Request): LoginMethodsCall {
  refuseParameters(query)
  return { operation: 'loginMethods' }
}

/** Parses the beginning of a login at a provider. */
export function parseBeginLogin({ provider = '', query, address }: Request): BeginLoginCall {
  const { to, confirm } = parseParameters(query, beginLoginTakes)
  return { operation: 'beginLogin', provider, to, confirm: confirm !== undefined, address }
}

/** Parses the way back from a provider. */
export function parseFinishLogin({
  provider = '',
  query,
  browser,
  requestId,
  address,
  agent,
}: Request): FinishLoginCall {
  return {
    operation: 'finishLogin',
    provider,
    query,
    browser,
    requestId,
    address,
    agent: agent?.slice(0, maxAgentLength) || null,
  }
}

/** Parses a logout that leads to the provider. */
export function parseLogoutThere({ provider = '', token, query, requestId }: Request): LogoutThereCall {
  refuseParameters(query)
  return { operation: 'logoutThere', provider, token, requestId }
}

/** Parses what a provider tells of a logout. The form must name one token; what is wrong with it is found later. */
export function parseBackchannelLogout({
  provider = '',
  query,
  body,
  requestId,
  address,
}: Request): BackchannelLogoutCall {
  refuseParameters(query)
  const [token = '', ...others] = new URLSearchParams(new TextDecoder().decode(body)).getAll('logout_token')
  return { operation: 'backchannelLogout', provider, token: others.length > 0 ? '' : token, requestId, address }
}

/** Parses a question for the providers whose access tokens are taken. */
export function parseProtectedResource({ query }: Request): ProtectedResourceCall {
  refuseParameters(query)
  return { operation: 'protectedResource' }
}

/** Parses a question for logins. */
export function parseSignIns({ token, query }: Request, maxLimit: number): SignInsCall {
  return { operation: 'signIns', token, ...parseParameters(query, signInsTakes, maxLimit) }
}
