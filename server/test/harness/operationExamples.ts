import type { Operation } from '../../src/call/Operation.ts'
import type { OperationName } from '../../src/operations/table.ts'
import { admin } from './client.ts'

/** What the examples are about. */
export interface Subjects {
  readonly model: string
  /** A record of the model, of version 1. */
  readonly record: { readonly id: number; readonly version: number }
  /** The values of a new record. */
  readonly values: object
  /** A comment on the record, of version 0. */
  readonly comment: number
  readonly changeSet: number
  readonly webhook: number
  /** An API key. */
  readonly key: number
  readonly action: string
  /** What the action takes. */
  readonly input: object
  /** The token of a link for each purpose. */
  readonly links: Readonly<Record<'reset' | 'invitation' | 'address', string>>
  /** A name that no user has. */
  readonly username: string
  /** A user whom a directory manages. */
  readonly scimUser: number
}

/** One request for an operation that is answered with 200, and the client's method for it. */
interface Example {
  readonly query?: string
  /** The status of its answer; absent: 200. */
  readonly status?: number
  /** Whether it is answered without the database. */
  readonly needsNothing?: true
  /** Absent: none. */
  body?(subjects: Subjects): object
  /** The method or function of the client, or the reason why there is none. */
  readonly client: { readonly is: string } | { readonly lacks: string }
}

const forOperators = { lacks: 'people look after webhooks in the console; programs use request()' }
const forDirectories = { lacks: 'it is for directories, which speak SCIM' }
const forPeople = { lacks: 'people do it in the console; programs use request()' }
const newPassword = 'six yellow ducks in a row'
const criteriaOf = ({ record: { id } }: Subjects) => ({ criteria: [{ fieldName: 'id', operator: '=', value: id }] })

/** An example for each operation. An operation that has none here does not compile. */
export const examples: Readonly<Record<OperationName, Example>> = {
  login: { body: () => admin, client: { is: 'login' } },
  logout: { client: { is: 'logout' } },
  loginMethods: { needsNothing: true, client: { lacks: 'it is for the pages on which people log in' } },
  // No provider is declared here: oidc.test.ts has some.
  beginLogin: { status: 404, needsNothing: true, client: { lacks: 'it is for browsers' } },
  finishLogin: { status: 404, needsNothing: true, client: { lacks: 'it is for browsers' } },
  logoutThere: { status: 404, needsNothing: true, client: { lacks: 'it is for browsers' } },
  backchannelLogout: { status: 404, needsNothing: true, client: { lacks: 'it is for providers' } },
  protectedResource: {
    status: 404,
    needsNothing: true,
    client: { lacks: 'it is for programs that look for the provider' },
  },
  signIns: { client: { lacks: 'people read it in the console; programs use request()' } },
  find: { client: { is: 'records.each' } },
  create: { body: ({ values }) => ({ data: values }), client: { is: 'records.create' } },
  saveMany: { body: ({ values }) => ({ records: [values] }), client: { is: 'records.saveAll' } },
  search: { body: () => ({}), client: { is: 'records.find' } },
  export: { client: { lacks: 'browsers and curl save the file; programs use request()' } },
  aggregate: { body: () => ({ count: true }), client: { is: 'records.aggregate' } },
  deleteMany: { body: ({ record }) => ({ records: [record] }), client: { is: 'records.removeAll' } },
  updateMatching: {
    body: (subjects) => ({ data: criteriaOf(subjects), values: { name: 'Other' }, maxAffected: 1 }),
    client: { is: 'records.updateMass' },
  },
  deleted: { client: { is: 'records.deleted' } },
  read: { client: { is: 'records.read' } },
  update: {
    body: ({ record: { version } }) => ({ data: { version, name: 'Other' } }),
    client: { is: 'records.update' },
  },
  archive: { body: ({ record: { version } }) => ({ data: { version } }), client: { is: 'records.archive' } },
  unarchive: { body: ({ record: { version } }) => ({ data: { version } }), client: { is: 'records.unarchive' } },
  archiveMany: { body: ({ record }) => ({ records: [record] }), client: { is: 'records.archiveAll' } },
  delete: { query: '?version=1', client: { is: 'records.delete' } },
  history: { client: { is: 'records.history' } },
  restore: { body: () => ({ data: { version: 1, toVersion: 0 } }), client: { is: 'records.restore' } },
  undo: { body: () => ({ data: { version: 1, undo: 1 } }), client: { is: 'undoWrite' } },
  comments: { client: { is: 'listComments' } },
  createComment: { body: () => ({ data: { body: 'Look, @admin' } }), client: { is: 'createComment' } },
  updateComment: { body: () => ({ data: { version: 0, body: 'Other' } }), client: { is: 'updateComment' } },
  deleteComment: { query: '?version=0', client: { is: 'deleteComment' } },
  transaction: {
    body: ({ model, values }) => ({ data: [{ create: model, record: values }] }),
    client: { is: 'transaction' },
  },
  action: { body: ({ input }) => ({ data: input }), client: { is: 'runAction' } },
  changes: { client: { is: 'changes' } },
  accessChanges: { client: { lacks: 'people read it in the console; programs use request()' } },
  changeStream: { client: { lacks: 'changes() waits for pages, which survive proxies' } },
  changeSets: { client: { is: 'changeSets' } },
  changeSet: { client: { is: 'changeSet' } },
  undoChangeSet: { body: () => ({ data: {} }), client: { is: 'undoChangeSet' } },
  webhook: { client: forOperators },
  deliveries: { client: forOperators },
  resend: { body: () => ({ data: { parked: true } }), client: forOperators },
  discard: { body: () => ({ data: { parked: true } }), client: forOperators },
  testWebhook: { body: () => ({ data: {} }), client: forOperators },
  models: { client: { is: 'models' } },
  fields: { client: { is: 'records.meta' } },
  actions: { client: { is: 'listActions' } },
  openapi: { client: { lacks: 'it is for generators of other clients' } },
  me: { client: { is: 'me' } },
  changeMe: {
    body: () => ({ timeZone: 'Europe/Paris' }),
    client: { lacks: 'people choose it in the console; programs use request()' },
  },
  searchAll: { query: '?q=other', client: { is: 'search' } },
  home: { client: { lacks: 'it is for the home page of the console; programs use request()' } },
  explain: { client: { is: 'records.explain' } },
  explainAction: { client: { lacks: 'people ask it in the console; programs use request()' } },
  password: {
    body: () => ({ old: admin.password, new: newPassword }),
    client: { is: 'changePassword' },
  },
  confirm: { body: () => ({ password: admin.password }), client: { lacks: 'people confirm in the console' } },
  // Nobody has a factor here: secondStep.test.ts has some.
  loginFactor: { status: 401, body: () => ({ login: 'none', totp: '000000' }), client: forPeople },
  factors: { client: forPeople },
  beginTotp: { body: () => ({}), client: forPeople },
  confirmTotp: { status: 401, body: () => ({ code: '000000' }), client: forPeople },
  renewRecovery: { status: 400, body: () => ({}), client: forPeople },
  endSessions: { body: () => ({}), client: { is: 'endSessions' } },
  rotateKey: { body: () => ({ overlap: '1h' }), client: { lacks: 'programs use request(); the answer is shown once' } },
  forgotten: { body: () => ({ username: 'nobody' }), client: forPeople },
  reset: { body: ({ links }) => ({ token: links.reset, new: newPassword }), client: forPeople },
  invite: { body: ({ username }) => ({ username, email: `${username}@example.com` }), client: forPeople },
  acceptInvitation: { body: ({ links }) => ({ token: links.invitation, new: newPassword }), client: forPeople },
  changeEmail: { body: () => ({ email: 'new@example.com', password: admin.password }), client: forPeople },
  verifyEmail: { body: ({ links }) => ({ token: links.address }), client: forPeople },
  scimFind: { client: forDirectories },
  scimRead: { client: forDirectories },
  scimCreate: { status: 201, body: ({ username }) => ({ userName: username }), client: forDirectories },
  scimReplace: { body: ({ username }) => ({ userName: username }), client: forDirectories },
  scimPatch: {
    body: () => ({ Operations: [{ op: 'replace', path: 'active', value: false }] }),
    client: forDirectories,
  },
  scimDelete: { status: 204, client: forDirectories },
}

/** The request of an example. */
export function toExample(operation: Operation & { readonly name: OperationName }, subjects: Subjects) {
  const { query = '', body } = examples[operation.name]
  const [method = '', path = ''] = operation.route.split(' ')
  const { model, action } = subjects
  const filled = path
    .replace(':model', model)
    .replace(':name', action)
    .replace(':id', String(idIn(path, subjects)))
    .replace(':provider', 'nobody')
    .replace(':resource', 'Users')
    .replace(':comment', String(subjects.comment))
  return {
    method,
    path: `${filled}${query}`,
    status: examples[operation.name].status ?? 200,
    ...(body ? { body: body(subjects) } : {}),
  }
}

function idIn(path: string, { record, changeSet, webhook, key, scimUser }: Subjects): number {
  if (path.startsWith('/scim/')) return scimUser
  if (path.startsWith('/ws/keys/')) return key
  if (path.startsWith('/ws/webhooks/')) return webhook
  return path.startsWith('/ws/changes/') ? changeSet : record.id
}
