import { createRemoteJWKSet, customFetch as customFetchOfKeys, decodeJwt, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  type ServerMetadata,
} from 'openid-client'
import type { ProviderOptions } from '../../model/signIn/signIn.ts'
import { createBoundedFetch, type OnProviderRequest, ProviderAway, type RequestKind } from './boundedFetch.ts'
import { LoginRefused } from './LoginRefused.ts'
import { isAllowedAddress, requireMetadata } from './requireMetadata.ts'
import { toClientAuth } from './toClientAuth.ts'
import { tolerance } from './tokenTimes.ts'
import { toRefusal } from './toRefusal.ts'
import { type Claims, type TokenChecks, verifyIdToken } from './verifyIdToken.ts'
import { type AccessClaims, verifyAccessToken } from './verifyAccessToken.ts'
import { type LogoutClaims, verifyLogoutToken } from './verifyLogoutToken.ts'

/** How long the metadata of a provider counts, in milliseconds. Older metadata is used while the provider is away. */
const metadataLifetime = 3_600_000
/** How long a key set counts, and how soon an unknown key may have it read again, in milliseconds. */
const keysLifetime = 300_000
const keysCooldown = 5_000

/** What ties an answer of the provider to the login that was begun. */
export interface LoginChecks {
  readonly state: string
  readonly verifier: string
  readonly nonce: string
  /** The login must be no older than this many seconds. */
  readonly maxAge?: number
}

export interface ProviderParts {
  readonly onRequest?: OnProviderRequest
  /** The time of the database less that of this process, in milliseconds. */
  readonly measureSkew: () => Promise<number>
  /** The time of day of this process, in milliseconds since 1970. */
  now(): number
}

interface Known {
  readonly configuration: Configuration
  readonly keys: JWTVerifyGetKey
  readonly keysUrl: string
  readonly skew: number
  readonly readOn: number
}

/** A provider of OpenID Connect. What it answers is text of somebody else: all of it is checked and bounded. */
export class OidcProvider {
  readonly options: ProviderOptions
  readonly #parts: ProviderParts
  #known: Known | undefined
  #reading: Promise<Known> | undefined

  constructor(options: ProviderOptions, parts: ProviderParts) {
    this.options = options
    this.#parts = parts
  }

  /** The address at the provider to which a browser is led. */
  async toAuthorizationUrl(redirectUri: string, { state, nonce, verifier, maxAge }: LoginChecks): Promise<string> {
    const { configuration } = await this.#find()
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.options.scopes.join(' '),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
    })
    return url.href
  }

  /** Takes the code of a callback to the provider, and returns the claims of the ID token. */
  async exchange(callback: URL, { state, nonce, verifier, maxAge }: LoginChecks): Promise<Claims> {
    const { configuration, keys, skew } = await this.#find()
    try {
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(maxAge === undefined ? {} : { maxAge }),
      })
      return await verifyIdToken(tokens.id_token ?? '', keys, { ...this.#checks(skew), nonce })
    } catch (error) {
      throw toRefusal(error)
    }
  }

  /**
   * The address at the provider where people log out, which leads back; undefined if it has none. The hint is the ID
   * token of the session, if it is known.
   */
  async toLogoutUrl(back: string, hint: string | undefined): Promise<string | undefined> {
    const { configuration } = await this.#find()
    const { issuer, clientId } = this.options
    const address = configuration.serverMetadata().end_session_endpoint
    if (address === undefined || !isAllowedAddress(address, issuer)) return undefined
    const hinted = hint === undefined ? {} : { id_token_hint: hint }
    return buildEndSessionUrl(configuration, { client_id: clientId, post_logout_redirect_uri: back, ...hinted }).href
  }

  /** Checks a logout token that the provider is said to have sent. */
  async verifyLogout(token: string): Promise<LogoutClaims> {
    const { keys, skew } = await this.#find()
    try {
      return await verifyLogoutToken(token, keys, this.#checks(skew))
    } catch (error) {
      throw toRefusal(error)
    }
  }

  /** Whether an access token says that it is of this provider, which takes some. Nothing of it is checked yet. */
  mayHaveMade(token: string): boolean {
    if (!this.options.accessTokens) return false
    try {
      return decodeJwt(token).iss === this.options.issuer
    } catch {
      return false
    }
  }

  /** Checks an access token of the provider. */
  async verifyAccess(token: string): Promise<AccessClaims> {
    const { accessTokens } = this.options
    if (!accessTokens) throw new LoginRefused('invalid-token', 'accessTokens are not taken')
    const { keys, skew } = await this.#find()
    try {
      return await verifyAccessToken(token, keys, this.#checks(skew), accessTokens)
    } catch (error) {
      throw toRefusal(error)
    }
  }

  /** Reads the metadata, as a login would. Fails by `ProviderAway`. */
  async check(): Promise<Readonly<ServerMetadata>> {
    return (await this.#read()).configuration.serverMetadata()
  }

  /** What is checked of all tokens of the provider. */
  #checks(skew: number): TokenChecks {
    const { clientId, issuer, algorithms } = this.options
    return { clientId, issuer, algorithms, now: new Date(this.#parts.now() + skew), tolerance }
  }

  async #find(): Promise<Known> {
    const known = this.#known
    if (known && performance.now() - known.readOn < metadataLifetime) return known
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return known ? this.#reading.catch(() => known) : this.#reading
  }

  async #read(): Promise<Known> {
    const { issuer, clientId } = this.options
    const skew = await this.#parts.measureSkew()
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      { [clockSkew]: Math.round(skew / 1_000), [clockTolerance]: tolerance },
      toClientAuth(this.options),
      {
        [customFetch]: this.#fetchFor('metadata'),
        ...(issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}),
      },
    ).catch((error: unknown) => {
      throw error instanceof ProviderAway ? error : new ProviderAway('its metadata cannot be used', { cause: error })
    })
    const keysUrl = requireMetadata(configuration, issuer)
    configuration[customFetch] = this.#fetchFor('token')
    const keys = createRemoteJWKSet(keysUrl, {
      cooldownDuration: keysCooldown,
      cacheMaxAge: keysLifetime,
      [customFetchOfKeys]: this.#fetchFor('keys'),
    })
    const known = this.#known
    // A key set that is known keeps what it knows.
    const kept = known?.keysUrl === keysUrl.href ? known.keys : keys
    this.#known = { configuration, keys: kept, keysUrl: keysUrl.href, skew, readOn: performance.now() }
    return this.#known
  }

  #fetchFor(kind: RequestKind) {
    return createBoundedFetch(this.options.name, kind, this.#parts.onRequest)
  }
}
