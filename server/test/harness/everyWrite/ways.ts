import type { WritingOperation } from '../../../src/operations/table.ts'
import { logicWays } from './logicWays.ts'
import type { Kind } from './kinds.ts'
import type { Way, WayBack, Write } from './Way.ts'

const rest = (model: string, behind: string | number = '') => `/ws/rest/${model}${behind}`
const nameOf = ({ id, version }: Write['target']) => ({ id, version })
const withParent = ({ kind, parent, values }: Write) => ({ [kind.parent.by]: { id: parent.id }, ...values })
const changed = ({ target, values }: Write) => ({ ...nameOf(target), ...values })
const keyed = ({ kind, target, values }: Write) => ({ [kind.key ?? '']: target.key, ...values })
let made = 0
const newParent = ({ kind: { parent } }: Write, member: object) => ({
  method: 'PUT',
  path: rest(parent.model),
  body: { data: { [parent.title]: `parent ${++made}`, [parent.relation]: [member] } },
})
const ofParent = ({ kind, parent }: Write, members: object[], query = '') => ({
  method: 'POST',
  path: `${rest(kind.parent.model, `/${parent.id}`)}${query}`,
  body: { data: { version: parent.version, [kind.parent.relation]: members } },
})
const step = (action: string, { kind }: Write, record: object) => ({
  method: 'POST',
  path: '/ws/transaction',
  body: { data: [{ [action]: kind.model, record }] },
})
const many = (kind: Kind, records: object[], more: object = {}) => ({
  method: 'POST',
  path: rest(kind.model),
  body: { records, ...more },
})
const undone = (name: string, more: object = {}): WayBack => ({
  name,
  does: 'back',
  undoes: true,
  ...more,
  toSent: ({ set }) => ({ method: 'POST', path: `/ws/changes/sets/${set}/undo`, body: { data: {} } }),
})

/** Every way to write. An operation that writes and has none here does not compile. */
export const ways = {
  create: [
    {
      name: 'create',
      does: 'create',
      toSent: (write) => ({
        method: 'PUT',
        path: rest(write.kind.model),
        body: { data: withParent(write) },
      }),
    },
    {
      name: 'upsert of a new record',
      does: 'create',
      byKey: true,
      toSent: (write) => ({
        method: 'PUT',
        path: rest(write.kind.model, `?key=${write.kind.key}`),
        body: { data: withParent(write) },
      }),
    },
    {
      name: 'upsert of a known record',
      does: 'change',
      byKey: true,
      toSent: (write) => ({
        method: 'PUT',
        path: rest(write.kind.model, `?key=${write.kind.key}`),
        body: { data: keyed(write) },
      }),
    },
    { name: 'member of a new record', does: 'create', toSent: (write) => newParent(write, write.values) },
  ],
  update: [
    {
      name: 'update',
      does: 'change',
      toSent: (write) => ({
        method: 'POST',
        path: rest(write.kind.model, `/${write.target.id}`),
        body: { data: changed(write) },
      }),
    },
    {
      name: 'merge',
      does: 'change',
      toSent: (write) => ({
        method: 'POST',
        path: rest(write.kind.model, `/${write.target.id}?onConflict=merge`),
        body: { data: changed(write) },
      }),
    },
    {
      name: 'new member',
      does: 'create',
      toSent: (write) => ofParent(write, [nameOf({ ...write.target }), write.values]),
    },
    { name: 'changed member', does: 'change', toSent: (write) => ofParent(write, [changed(write)]) },
    {
      name: 'merged member',
      does: 'change',
      toSent: (write) => ofParent(write, [changed(write)], '?onConflict=merge'),
    },
    { name: 'member that is left out', does: 'delete', byParent: true, toSent: (write) => ofParent(write, []) },
  ],
  delete: [
    {
      name: 'delete',
      does: 'delete',
      toSent: ({ kind, target: { id, version } }) => ({
        method: 'DELETE',
        path: rest(kind.model, `/${id}?version=${version}`),
        body: {},
      }),
    },
  ],
  saveMany: [
    { name: 'bulk create', does: 'create', toSent: (write) => many(write.kind, [withParent(write)]) },
    { name: 'bulk update', does: 'change', toSent: (write) => many(write.kind, [changed(write)]) },
    {
      name: 'bulk upsert of a new record',
      does: 'create',
      byKey: true,
      toSent: (write) => many(write.kind, [withParent(write)], { key: [write.kind.key] }),
    },
    {
      name: 'bulk upsert of a known record',
      does: 'change',
      byKey: true,
      toSent: (write) => many(write.kind, [keyed(write)], { key: [write.kind.key] }),
    },
  ],
  deleteMany: [
    {
      name: 'bulk delete',
      does: 'delete',
      toSent: ({ kind, target }) => ({
        method: 'POST',
        path: rest(kind.model, '/removeAll'),
        body: { records: [nameOf(target)] },
      }),
    },
  ],
  updateMatching: [
    {
      name: 'mass update',
      does: 'change',
      toSent: ({ kind, target, values }) => ({
        method: 'POST',
        path: rest(kind.model, '/updateMass'),
        body: { data: { criteria: [{ fieldName: 'id', operator: '=', value: target.id }] }, values, maxAffected: 1 },
      }),
    },
  ],
  transaction: [
    { name: 'create of a transaction', does: 'create', toSent: (write) => step('create', write, withParent(write)) },
    { name: 'update of a transaction', does: 'change', toSent: (write) => step('update', write, changed(write)) },
    { name: 'delete of a transaction', does: 'delete', toSent: (write) => step('delete', write, nameOf(write.target)) },
  ],
  action: logicWays.action,
  // They write when a record was archived and nothing else: no value can be sent with them.
  archive: [],
  unarchive: [],
  archiveMany: [],
  restore: [
    {
      name: 'restore',
      does: 'back',
      toSent: ({ kind, id, version }) => ({
        method: 'POST',
        path: rest(kind.model, `/${id}/restore`),
        body: { data: { version, toVersion: version - 1 } },
      }),
    },
  ],
  undo: [
    {
      name: 'undo of a write',
      does: 'back',
      undoes: true,
      toSent: ({ kind, id, version }) => ({
        method: 'POST',
        path: rest(kind.model, `/${id}/undo`),
        body: { data: { version, undo: version } },
      }),
    },
  ],
  undoChangeSet: [undone('undo of a change set'), undone('undo of an undo', { ofUndo: true })],
  // These write nothing but the caller's own account, the ends of sessions, and what is delivered.
  password: [],
  confirm: [],
  // The service alone writes factors.
  beginTotp: [],
  confirmTotp: [],
  renewRecovery: [],
  changeMe: [],
  // The writes of comments are creates, updates and deletes of their models.
  createComment: [],
  updateComment: [],
  deleteComment: [],
  endSessions: [],
  // It sends no values: the new key has those of the old one.
  rotateKey: [],
  // An invitation creates a user as a create does; the others write the user of a link by statements of their own.
  invite: [],
  acceptInvitation: [],
  reset: [],
  changeEmail: [],
  verifyEmail: [],
  resend: [],
  discard: [],
  // Directories write users as creates and updates do, and nothing but the fields that SCIM has.
  scimCreate: [],
  scimReplace: [],
  scimPatch: [],
  scimDelete: [],
} as const satisfies Record<WritingOperation, readonly (Way | WayBack)[]>

const everyWay: readonly (Way | WayBack)[] = [...Object.values(ways), ...Object.values(logicWays).slice(1)].flat()
/** The ways that write values, or delete a record. */
export const writingWays = everyWay.filter((way): way is Way => way.does !== 'back')
/** The ways that bring an earlier state back. */
export const waysBack = everyWay.filter((way): way is WayBack => way.does === 'back')
