/** A request from `http`: the client's text, split into parts but not checked yet. */
export interface Request {
  /** The name of the operation. */
  readonly operation: string
  readonly requestId: string
  /** The network address of the client. */
  readonly address: string
  readonly model?: string
  readonly id?: string
  /** The id of a comment. */
  readonly comment?: string
  /** The name of an action. */
  readonly action?: string
  /** The query string, without its question mark. */
  readonly query: string
  /** The `If-Match` header. */
  readonly ifMatch?: string
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string
  readonly body?: Uint8Array
  /** The `User-Agent` header. */
  readonly agent?: string
  /** The session token from the cookie, or an API key. */
  readonly token?: string
  /** The `X-See-As` header: the username with whose rights an administrator wants the answer. */
  readonly seeAs?: string
  /** The token must be an API key for SCIM. */
  readonly scope?: 'scim'
  /** What SCIM calls the kind of a resource, such as `Users`. */
  readonly resource?: string
  /** The name of a provider. */
  readonly provider?: string
  /** The cookie of a login that was begun in this browser. */
  readonly browser?: string
  /** The `Accept-Language` header. */
  readonly acceptLanguage?: string
  /** The `Last-Event-ID` header: where a stream that was interrupted continues. */
  readonly lastEventId?: string
}
