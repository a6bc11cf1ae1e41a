/** The operations of the service, one for each route. */
export const operations = [
  'login',
  'logout',
  'find',
  'search',
  'aggregate',
  'read',
  'history',
  'deleted',
  'create',
  'update',
  'delete',
  'restore',
  'undo',
  'saveMany',
  'deleteMany',
  'updateMatching',
  'transaction',
  'action',
  'models',
  'fields',
  'actions',
  'me',
  'searchAll',
  'explain',
  'explainAction',
  'password',
  'endSessions',
  'openapi',
  'changes',
  'changeStream',
  'changeSets',
  'changeSet',
  'undoChangeSet',
  'webhook',
  'deliveries',
  'resend',
  'discard',
  'testWebhook',
] as const
/** The name of an operation. */
export type Operation = (typeof operations)[number]

/** Whether an operation changes records; then its failure reports the outcome of the write. */
export const isWrite = {
  login: false,
  logout: false,
  find: false,
  search: false,
  aggregate: false,
  read: false,
  history: false,
  deleted: false,
  create: true,
  update: true,
  delete: true,
  restore: true,
  undo: true,
  saveMany: true,
  deleteMany: true,
  updateMatching: true,
  transaction: true,
  action: true,
  models: false,
  fields: false,
  actions: false,
  me: false,
  searchAll: false,
  explain: false,
  explainAction: false,
  password: true,
  endSessions: true,
  openapi: false,
  changes: false,
  changeStream: false,
  changeSets: false,
  changeSet: false,
  undoChangeSet: true,
  webhook: false,
  deliveries: false,
  resend: true,
  discard: true,
  testWebhook: false,
} as const satisfies Record<Operation, boolean>

/** An operation that changes records. */
export type WritingOperation = { [O in Operation]: (typeof isWrite)[O] extends true ? O : never }[Operation]

/** The operations that an administrator may ask for as another user sees them: those that change nothing. */
export const seeableOperations: ReadonlySet<Operation> = new Set([
  'find',
  'search',
  'aggregate',
  'read',
  'history',
  'deleted',
  'models',
  'fields',
  'actions',
  'me',
  'searchAll',
  'explain',
  'explainAction',
  'openapi',
  'changes',
  'changeSets',
  'changeSet',
  'webhook',
  'deliveries',
])

/** A request from `http`: the client's text, split into parts but not checked yet. */
export interface Request {
  readonly operation: Operation
  readonly requestId: string
  /** The network address of the client. */
  readonly address: string
  readonly model?: string
  readonly id?: string
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
  /** The `Last-Event-ID` header: where a stream that was interrupted continues. */
  readonly lastEventId?: string
}
