import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { ReferenceField } from '../model/field/reference.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { Moment } from './moment.ts'
import type { Comparator } from './operators.ts'
import type { Path } from './path.ts'

/** A field of the calling user, or of the record that one of the user's references leads to. */
export interface UserVariable {
  readonly variable: 'user'
  readonly field: Field
  readonly through?: ReferenceField
}

/**
 * A value that is known only when the condition is evaluated: the current time, a field of the calling user, or another
 * field of the record that the criteria are about. `before` is that record before a write, and only in checks; `source`
 * is the record of a form, which alone knows it.
 */
export type Variable =
  | Moment
  | UserVariable
  | { readonly variable: 'record' | 'before' | 'source'; readonly field: Field }

/** The value that a field is compared with. */
export type Operand = ColumnValue | Variable

/** A condition on records, as plain data. A missing value compares as in SQL: it matches `isNull` only. */
export type Condition =
  | { readonly is: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly is: 'not'; readonly part: Condition }
  | {
      readonly is: 'comparison'
      readonly path: Path
      readonly comparator: Comparator
      readonly operands: readonly Operand[]
    }
  /** At least one record of the relation meets the condition `part`. */
  | {
      readonly is: 'some'
      readonly owner: string
      readonly steps: readonly ReferenceField[]
      readonly relation: Relation
      readonly part: Condition
    }
  /** The record is a role of the calling user. */
  | { readonly is: 'held' }
  /** The record is archived, or is not. */
  | { readonly is: 'archived'; readonly value: boolean }

/** Met by the roles of the calling user. */
export const held: Condition = { is: 'held' }

/** Met by every record. */
export const everything: Condition = { is: 'and', parts: [] }

/** Met by no record. */
export const nothing: Condition = { is: 'or', parts: [] }

/** Whether an operand is another field of the record. */
export function isRecordVariable(operand: Operand): operand is Variable & { variable: 'record'; field: Field } {
  return isVariable(operand) && operand.variable === 'record'
}

/** Whether an operand is a variable and not a value. */
export function isVariable(operand: Operand): operand is Variable {
  return typeof operand === 'object' && operand !== null
}

/** The comparison for the records of a relation; undefined if the condition is only that there are records. */
export function findComparison(part: Condition): Extract<Condition, { is: 'comparison' }> | undefined {
  if (part.is === 'some') return findComparison(part.part)
  return part.is === 'comparison' ? part : undefined
}
