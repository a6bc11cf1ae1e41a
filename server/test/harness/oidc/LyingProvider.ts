import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { client } from './client.ts'
import { makeKey } from './keys.ts'

type Claims = Readonly<Record<string, unknown>>

/** A provider that answers whatever a test wants. */
export class LyingProvider {
  readonly key = makeKey()
  /** Another key under the same id. */
  readonly foreign = makeKey('RS256', this.key.kid)
  /** Makes the ID token of the claims that would be right. */
  toToken: (claims: Claims) => string | undefined = (claims) => this.key.toToken(claims)
  /** More claims. */
  claims: Claims = {}
  /** More metadata. */
  metadata: object = {}
  /** The error of the token endpoint. */
  refusal: string | undefined
  /** The answer to a request for keys. */
  keys: () => string = () => JSON.stringify({ keys: [this.key.publicJwk] })
  keysAsked = 0
  readonly #server: Server
  readonly #codes = new Map<string, { readonly nonce: string; readonly challenge: string }>()

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(): Promise<LyingProvider> {
    const provider = new LyingProvider()
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve))
    return provider
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve).closeAllConnections())
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('connection', 'close')
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer)
    if (pathname === '/.well-known/openid-configuration') return send(response, JSON.stringify(this.#toMetadata()))
    if (pathname === '/keys') {
      this.keysAsked += 1
      return send(response, this.keys())
    }
    if (pathname === '/authorize') return this.#lead(searchParams, response)
    return this.#exchange(new URLSearchParams(await read(request)), response)
  }

  #toMetadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.metadata,
    }
  }

  #lead(query: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(8).toString('hex')
    this.#codes.set(code, { nonce: query.get('nonce') ?? '', challenge: query.get('code_challenge') ?? '' })
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(303, { location: back.href }).end()
  }

  #exchange(sent: URLSearchParams, response: ServerResponse): void {
    const known = this.#codes.get(sent.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    if (known?.challenge !== verifier) return send(response, JSON.stringify({ error: 'invalid_grant' }), 400)
    if (this.refusal !== undefined)
      return send(response, JSON.stringify({ error: this.refusal, error_description: 'words of the provider' }), 401)
    const now = Math.floor(Date.now() / 1_000)
    const times = { iat: now, exp: now + 300 }
    const right = { iss: this.issuer, aud: client.id, sub: 'somebody', ...times, nonce: known.nonce, ...this.claims }
    const token = this.toToken(right)
    const answer = { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: token }
    return send(response, JSON.stringify(answer))
  }
}

function send(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString()
}
