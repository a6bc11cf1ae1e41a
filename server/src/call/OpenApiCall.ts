/** A request for the OpenAPI document of what the caller may know and do. */
export interface OpenApiCall {
  readonly operation: 'openapi'
  readonly token: string | undefined
  /** Whether the request is no use of the session, so that a program can ask again and again. */
  readonly quiet: boolean
  /** The models to describe; all if absent. */
  readonly models?: readonly string[]
}
