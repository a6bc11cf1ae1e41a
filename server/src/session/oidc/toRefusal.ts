import { errors } from 'jose'
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { ProviderAway } from './boundedFetch.ts'
import { LoginRefused } from './LoginRefused.ts'

/** The errors of a token endpoint that are about this service and not about the person. */
const ofClient = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_request']

/** What an error of a login means. One answer stands for all that is wrong with a token: it teaches nobody. */
export function toRefusal(error: unknown): Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderAway || cause instanceof LoginRefused) return cause
    if (cause instanceof errors.JWKSTimeout) return new ProviderAway('its keys took too long', { cause })
    if (cause instanceof AuthorizationResponseError) return new LoginRefused('provider-refused', cause.error, { cause })
    if (cause instanceof WWWAuthenticateChallengeError)
      return new LoginRefused('client-refused', 'challenge', { cause })
    if (cause instanceof ResponseBodyError)
      return new LoginRefused(ofClient.includes(cause.error) ? 'client-refused' : 'provider-refused', cause.error, {
        cause,
      })
  }
  const message = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return new LoginRefused('invalid-token', message, { cause: error })
}
