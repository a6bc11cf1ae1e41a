import { createHash } from 'node:crypto'
import { Failure, unavailable } from '../../failure/failure.ts'
import type { SignInOptions } from '../../model/signIn/signIn.ts'
import type { Database } from '../../postgres/Database.ts'
import type { Log } from '../../request/log.ts'
import type { Encryption } from '../../session/Encryption.ts'
import type { ClosedSession } from '../../session/Login.ts'
import { ProviderAway } from '../../session/oidc/boundedFetch.ts'
import type { OidcProvider } from '../../session/oidc/OidcProvider.ts'
import type { AccessClaims } from '../../session/oidc/verifyAccessToken.ts'
import type { LogoutClaims } from '../../session/oidc/verifyLogoutToken.ts'
import { toNetwork } from '../../session/toNetwork.ts'
import type { AttemptLimits } from '../../statement/service/attempts.ts'
import { beginLoginStatement, takeLoginStatement } from '../../statement/service/loginStates.ts'
import { LogoutHints } from './LogoutHints.ts'
import { unknownLogin } from './loginRefused.ts'
import { RatePerSecond } from './RatePerSecond.ts'
import type { BegunLogin, Callback, TakenLogin } from './TakenLogin.ts'
import { toTarget } from './toTarget.ts'

/** How long the cookie of a login lives, in seconds: as long as its row. */
export const loginLifetime = 600
/** The most logins of a process that wait for providers. */
const maxWaiting = 200
/** The page of the console on which people log in. */
export const loginPage = '/console/login'
/** The most logouts that a provider may tell in a second, from one network. */
const logoutRate = 50

export interface SignInsOptions {
  readonly options: SignInOptions
  readonly providers: ReadonlyMap<string, OidcProvider>
  /** The origin of the service, from which the addresses for providers are made. */
  readonly origin: string
  readonly database: Database
  readonly limits: AttemptLimits
  readonly log: Log
  /** Encrypts ID tokens; without it none is kept. */
  readonly encryption?: Encryption | undefined
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** Logins at providers: the way there and the way back. Each is a row that is taken once. */
export class SignIns {
  readonly #options: SignInsOptions
  /** Bounds how many logouts are told. Somebody else's network takes none of a provider's. */
  readonly logoutRate = new RatePerSecond(logoutRate)
  readonly hints: LogoutHints
  #waiting = 0

  constructor(options: SignInsOptions) {
    this.#options = options
    this.hints = new LogoutHints(options.encryption)
  }

  get options(): SignInOptions {
    return this.#options.options
  }

  /** Where the service is: it is the resource of access tokens. */
  get origin(): string {
    return this.#options.origin
  }

  /** Begins a login. The states, the verifier and the nonce are drawn here, so nobody can choose them. */
  async begin({
    provider: name,
    to,
    confirm,
    address,
  }: {
    provider: string
    to: string | undefined
    confirm: boolean
    address: string
  }): Promise<BegunLogin> {
    const { database, limits } = this.#options
    const provider = this.find(name)
    const [state, verifier, nonce, browser] = [this.#draw(), this.#draw(), this.#draw(), this.#draw()]
    const checks = { state, verifier, nonce, ...(confirm ? { maxAge: 0 } : {}) }
    const location = await this.#wait(name, () => provider.toAuthorizationUrl(this.#redirectUriOf(name), checks))
    const login = { state: digest(state), browser: digest(browser), provider: name, verifier, nonce }
    const purpose = confirm ? 'confirm' : 'login'
    const network = digest(`login\n${toNetwork(address)}`)
    const begun = await database.run(
      beginLoginStatement({ ...login, to: toTarget(to), purpose }, network, limits),
      'internal',
    )
    if (begun.length > 0) return { location, browser }
    throw new Failure('too-many-attempts', 'Too many logins were begun here. Wait for a minute, then try again.', {
      retryAfter: 60,
    })
  }

  /** Takes the login that a callback belongs to. Whatever is wrong with it, the answer is the same. */
  async take({ provider: name, query, browser }: Callback): Promise<TakenLogin> {
    const provider = this.find(name)
    const states = new URLSearchParams(query).getAll('state')
    const [state] = states
    if (state === undefined || states.length > 1 || browser === undefined) throw unknownLogin()
    const taking = takeLoginStatement(digest(state), digest(browser), name)
    const [row] = await this.#options.database.run(taking, 'internal')
    if (!row) throw unknownLogin()
    const [verifier, nonce, to, purpose] = row
    const isConfirmed = purpose === 'confirm'
    return {
      provider,
      to: toTarget(to ?? undefined),
      purpose: isConfirmed ? 'confirm' : 'login',
      checks: { state, verifier: verifier ?? '', nonce: nonce ?? '', ...(isConfirmed ? { maxAge: 0 } : {}) },
    }
  }

  /** The person whom the provider names. Fails by `LoginRefused`, or because the provider is away. */
  async identify({ provider, checks }: TakenLogin, { provider: name, query }: Callback) {
    const callback = new URL(`${this.#redirectUriOf(name)}?${query}`)
    return this.#wait(name, () => provider.exchange(callback, checks))
  }

  /** Where a browser logs out at the provider after its session here; the login page if that is not known. */
  async toLogoutUrl(name: string, closed: ClosedSession | undefined): Promise<string> {
    const provider = this.find(name)
    const back = `${this.#options.origin}${loginPage}`
    const url = await this.#wait(name, () => provider.toLogoutUrl(back, this.hints.open(name, closed))).catch(
      () => undefined,
    )
    return url ?? loginPage
  }

  /** Checks a logout token. Fails by `LoginRefused`, or because the provider is away. */
  async verifyLogout(name: string, token: string): Promise<LogoutClaims> {
    const provider = this.find(name)
    return this.#wait(name, () => provider.verifyLogout(token))
  }

  /** The provider that an access token says that it is of; undefined if it is none whose tokens are taken. */
  findByToken(token: string): OidcProvider | undefined {
    return [...this.#options.providers.values()].find((provider) => provider.mayHaveMade(token))
  }

  /** Checks an access token. Fails by `LoginRefused`, or because the provider is away. */
  async verifyAccess(provider: OidcProvider, token: string): Promise<AccessClaims> {
    return this.#wait(provider.options.name, () => provider.verifyAccess(token))
  }

  find(name: string): OidcProvider {
    const provider = this.#options.providers.get(name)
    if (!provider) throw new Failure('unknown-path', 'There is no provider of this name for logins.')
    return provider
  }

  #redirectUriOf(name: string): string {
    return `${this.#options.origin}/login/oidc/${name}/callback`
  }

  /** Waits for a provider, with a bound on how many do. */
  async #wait<T>(provider: string, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= maxWaiting)
      throw unavailable('Too many logins wait for providers.', { reason: 'full', data: { reason: 'full' } })
    this.#waiting += 1
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error
      this.#options.log.warn({ provider, error: error.message }, 'provider away')
      throw unavailable('The provider of this login cannot be reached.', {
        reason: 'provider',
        data: { reason: 'provider' },
        retryAfter: 10,
      })
    } finally {
      this.#waiting -= 1
    }
  }

  #draw(): string {
    return Buffer.from(this.#options.newToken()).toString('base64url')
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
