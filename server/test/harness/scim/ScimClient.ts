/** An answer of SCIM. */
export interface ScimReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: ScimJson
}

/** As much of resources, lists and errors as tests look at. */
export interface ScimJson {
  readonly id: string
  readonly userName: string
  readonly displayName: string
  readonly active: boolean
  readonly externalId?: string
  readonly emails?: readonly { readonly value: string }[]
  readonly members?: readonly { readonly value: string }[]
  readonly groups: readonly { readonly value: string; readonly display: string }[]
  readonly meta: { readonly version: string; readonly location: string }
  readonly totalResults: number
  readonly Resources: readonly ScimJson[]
  readonly scimType?: string
  readonly detail?: string
  readonly status?: string
}

/** A directory with its key. */
export class ScimClient {
  readonly base: string
  readonly token: string

  constructor(base: string, token: string) {
    this.base = base
    this.token = token
  }

  /** One request. A text body is sent as it is. */
  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ScimReply> {
    const response = await fetch(`${this.base}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/scim+json',
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: text === '' ? {} : JSON.parse(text) }
  }

  get(path: string): Promise<ScimReply> {
    return this.ask('GET', path)
  }

  post(path: string, body: unknown): Promise<ScimReply> {
    return this.ask('POST', path, body)
  }

  put(path: string, body: unknown, headers?: Record<string, string>): Promise<ScimReply> {
    return this.ask('PUT', path, body, headers)
  }

  /** Sends changes. */
  patch(path: string, changes: readonly object[], headers?: Record<string, string>): Promise<ScimReply> {
    return this.ask('PATCH', path, toPatch(changes), headers)
  }

  delete(path: string): Promise<ScimReply> {
    return this.ask('DELETE', path)
  }

  find(resource: 'Users' | 'Groups', filter: string, more = ''): Promise<ScimReply> {
    return this.get(`/${resource}?filter=${encodeURIComponent(filter)}${more}`)
  }
}

/** The body of a PATCH. */
export function toPatch(changes: readonly object[]): object {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: changes }
}
