import { Failure } from '../failure/failure.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { isAuthor } from '../model/field/reference.ts'
import { isSecret } from '../model/field/text.ts'
import { defaultFor } from '../model/defaults.ts'
import { hasExpression } from '../model/expressionDefaults.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { closedFieldsOf } from '../permission/ownRules.ts'
import { ownerOfComments } from '../model/relation/comments.ts'
import { mayRestore } from '../permission/mayWrite.ts'
import type { Rights } from '../permission/Rights.ts'
import type { Action } from '../permission/Rule.ts'
import { Faults, refuseFaults } from '../plan/Faults.ts'
import { parseValue, writableFields } from '../plan/parseRecord.ts'
import { journaledFields } from '../statement/journal/journalChanges.ts'
import type { PlainRecord } from '../versions/Past.ts'
import { toCurrentWire } from './coerceOldValue.ts'

/** Who restores a record. */
type Writer = Pick<Authorization, 'userId'>

/** Values of an old version, as they are written. */
export interface OldValues {
  readonly fields: Field[]
  readonly values: ColumnValue[]
}

/** A restore writes all fields, so the caller's rights must cover all fields of every record of the model. */
export function requireFullRights(model: Model, wanted: readonly Action[], rights: Rights): void {
  // Whom comments mention comes back with them, though only the service writes it.
  const by = ownerOfComments(model.name) === undefined ? rights : rights.forLogic()
  if (mayRestore(model, wanted, by)) return
  const what = wanted.includes('delete') ? 'create, change and delete all its records' : 'change all its records'
  throw new Failure(
    'not-permitted',
    `To restore a record of ${model.name} you need the right to ${what} with all their fields: ask an administrator.`,
  )
}

/**
 * Parses the old values as if a client had sent them: the model may have changed since. Fields whose old value is not
 * known keep their current value, and so do the numbers of series and what only the service writes.
 */
export function toOldValues(model: Model, state: PlainRecord, models: Models): OldValues {
  const faults = new Faults()
  const closed = closedFieldsOf(model.name, 'update')
  const fields = [...writableFields(model), ...model.fields.filter(isAuthor)].filter(
    (field) => !isSecret(field) && Object.hasOwn(state, field.name) && !closed.includes(field.name),
  )
  const values = fields.map((field) =>
    parseValue(field, toCurrentWire(field, state[field.name], model), models, faults),
  )
  refuseFaults(faults)
  return { fields, values }
}

/**
 * Returns all values of a deleted record. A value that is not known, such as a secret or that of a newer field, becomes
 * the default.
 */
export function toDeletedValues(model: Model, state: PlainRecord, models: Models, writer: Writer): OldValues {
  const faults = new Faults()
  const fields = journaledFields(model)
  const values = fields.map((field) => {
    if (!isSecret(field))
      return parseValue(
        field,
        toCurrentWire(field, state[field.name], model) ?? fallbackFor(field, writer),
        models,
        faults,
      )
    const value = parseValue(field, fallbackFor(field, writer), models, faults)
    if (faults.has(field.name))
      faults.set(field.name, 'is required and a secret, which the journal does not keep: create a new record instead')
    return value
  })
  refuseFaults(faults)
  return { fields, values }
}

/** Returns the value that replaces one that is not known. */
function fallbackFor(field: Field, writer: Writer): unknown {
  return field.required && !hasExpression(field) ? defaultFor(field, writer) : null
}
