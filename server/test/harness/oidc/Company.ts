import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Context, Provider } from 'oidc-provider'
import { makeKey } from './keys.ts'
import { client } from './client.ts'

/** A real provider of OpenID Connect. Whoever comes is logged in as `person`. */
export class Company {
  /** The subject of whoever comes. */
  person = 'nobody'
  /** The claims of people by subject. */
  readonly people = new Map<string, object>()
  readonly #origin: string
  readonly #client: object
  #port = 0
  #server: Server | undefined
  #key = makeKey()

  /** `known` changes what it knows of the service. */
  constructor(origin: string, known: object = {}) {
    this.#origin = origin
    this.#client = known
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Lets the next who comes be this person. */
  is(subject: string, claims: object): void {
    this.person = subject
    this.people.set(subject, claims)
  }

  async start(): Promise<void> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    const provider = quietly(() => new Provider(this.issuer, this.#configuration()))
    const callback = quietly(() => provider.callback())
    server.on('request', (request, response) => {
      response.setHeader('connection', 'close')
      if (!request.url?.startsWith('/interaction/')) return callback(request, response)
      return void provider.interactionFinished(request, response, { login: { accountId: this.person, amr: ['pwd'] } })
    })
    this.#server = server
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await new Promise((resolve) => (server ? server.close(resolve).closeAllConnections() : resolve(undefined)))
  }

  /** Starts again with another key, as after an emergency. */
  async changeKeys(): Promise<void> {
    await this.stop()
    this.#key = makeKey()
    await this.start()
  }

  #configuration(): object {
    return {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${this.#origin}/login/oidc/company/callback`],
          post_logout_redirect_uris: [`${this.#origin}/console/login`],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          ...this.#client,
        },
      ],
      jwks: { keys: [this.#key.privateJwk] },
      cookies: { keys: ['tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'oid'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ ...this.people.get(id), sub: id }) }),
      loadExistingGrant: async ({ oidc: { provider, client: of, session } }: Context) => {
        const grant = new provider.Grant({ clientId: of.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    }
  }
}

/** The package warns of what a provider of tests is meant to be. */
function quietly<T>(work: () => T): T {
  const { warn, info } = console
  console.warn = console.info = () => {}
  try {
    return work()
  } finally {
    Object.assign(console, { warn, info })
  }
}
