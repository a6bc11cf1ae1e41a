import { isBuiltIn } from '../model/builtIn/names.ts'
import { membersOf } from '../model/members.ts'
import type { Model } from '../model/Model.ts'
import { type Allowance, isFieldIn, isFree } from './Allowance.ts'
import type { Authorization } from './Authorization.ts'
import { deleteItself } from './ownRules.ts'
import type { Rights } from './Rights.ts'
import type { Action } from './Rule.ts'

/** What a caller may do with one record. */
export interface RecordMay {
  readonly update: boolean
  readonly delete: boolean
  /** Whether its old versions may be brought back. */
  readonly restore: boolean
  /** The fields and relations that the caller may set. */
  readonly fields: readonly string[]
}

/** The records of a page that a caller may change and delete, by their ids. */
export interface PageMay {
  readonly update: readonly number[]
  readonly delete: readonly number[]
}

/** A record, and a letter for each of the allowances to write: `t` if it holds for the record. */
export interface HeldAllowances {
  readonly id: number
  readonly letters: string
}

/** What is allowed of updates and deletes of a model, in the order of the letters that say whether each holds. */
export function allowancesToWrite(model: Model, rights: Rights): readonly Allowance[] {
  return [...rights.of(model, 'update'), ...rights.of(model, 'delete')]
}

/** Whether records of a model may be restored: it takes the right to do these actions with all records and fields. */
export function mayRestore(model: Model, wanted: readonly Action[], rights: Rights): boolean {
  const isUnconditional = wanted.every((action) => isFree(rights.of(model, action))) && rights.visibility.isPlain(model)
  return isUnconditional && (rights.isAdmin || !isBuiltIn(model.name))
}

/** What the caller may do with a record, by the allowances that hold for it now. Values may still be refused. */
export function toRecordMay(held: HeldAllowances, model: Model, authorization: Authorization): RecordMay {
  const { rights } = authorization
  const { update, delete: deletes } = holding(held, model, authorization)
  const known = rights.forWriting(model)
  const settable = [...membersOf(known).writable, ...known.relations].map(({ name }) => name)
  return {
    update: update.length > 0,
    delete: deletes.length > 0,
    restore: !rights.isReserved(model, 'update') && mayRestore(model, ['update'], rights.forLogic()),
    fields: settable.filter((name) => update.some((allowance) => isFieldIn(allowance, name))),
  }
}

/** What the caller may do with the records of a page. */
export function toPageMay(all: readonly HeldAllowances[], model: Model, authorization: Authorization): PageMay {
  const idsOf = (action: 'update' | 'delete') =>
    all.filter((held) => holding(held, model, authorization)[action].length > 0).map(({ id }) => id)
  return { update: idsOf('update'), delete: idsOf('delete') }
}

function holding(
  { id, letters }: HeldAllowances,
  model: Model,
  { rights, credential }: Authorization,
): Record<'update' | 'delete', readonly Allowance[]> {
  const updates = rights.of(model, 'update')
  const deletes = rights.of(model, 'delete')
  const isItself = ({ rule }: Allowance) => rule !== deleteItself || id === credential?.id
  return {
    update: updates.filter((_, index) => letters[index] === 't'),
    delete: deletes.filter((one, index) => letters[updates.length + index] === 't' && isItself(one)),
  }
}
