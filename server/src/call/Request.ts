/** The operations of the service, one for each route. */
export const operations = [
  'login',
  'logout',
  'find',
  'search',
  'read',
  'history',
  'create',
  'update',
  'delete',
  'restore',
  'saveMany',
  'deleteMany',
  'updateMatching',
  'models',
  'fields',
  'explain',
  'password',
  'endSessions',
] as const
export type Operation = (typeof operations)[number]

/** Whether an operation changes records, so that its failure says what became of the change. */
export const isWrite: Readonly<Record<Operation, boolean>> = {
  login: false,
  logout: false,
  find: false,
  search: false,
  read: false,
  history: false,
  create: true,
  update: true,
  delete: true,
  restore: true,
  saveMany: true,
  deleteMany: true,
  updateMatching: true,
  models: false,
  fields: false,
  explain: false,
  password: false,
  endSessions: false,
}

/** A request as `http` hands it over: the outside text, taken apart but not yet believed. */
export interface Request {
  readonly operation: Operation
  readonly requestId: string
  /** The network address of the client. */
  readonly address: string
  readonly model?: string
  readonly id?: string
  /** The query string, without its question mark. */
  readonly query: string
  /** The `If-Match` header. */
  readonly ifMatch?: string
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string
  readonly body?: Uint8Array
  /** The `User-Agent` header. */
  readonly agent?: string
  /** The session token out of the cookie, or an API key. */
  readonly token?: string
}
