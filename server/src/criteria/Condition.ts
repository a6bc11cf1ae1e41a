import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { ReferenceField } from '../model/field/reference.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { Path } from './path.ts'

/** The operators that compare a field, by their short names. */
export const comparators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'like',
  'notLike',
  'in',
  'notIn',
  'between',
  'notBetween',
  'isNull',
  'notNull',
] as const
export type Comparator = (typeof comparators)[number]

/** A value that is only known when the condition is asked: the moment, or a field of the user who asks. */
export type Variable = { readonly variable: 'now' } | { readonly variable: 'user'; readonly field: Field }

/** What a field is compared with. */
export type Operand = ColumnValue | Variable

/** Which records are meant, as plain data. A missing value compares as in SQL: it matches `isNull` alone. */
export type Condition =
  | { readonly is: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly is: 'not'; readonly part: Condition }
  | {
      readonly is: 'comparison'
      readonly path: Path
      readonly comparator: Comparator
      readonly operands: readonly Operand[]
    }
  /** At least one record of a relation meets the part. */
  | {
      readonly is: 'some'
      readonly owner: string
      readonly steps: readonly ReferenceField[]
      readonly relation: Relation
      readonly part: Condition
    }
  /** The record is a role of the user who asks. */
  | { readonly is: 'held' }

/** Met by the roles of the user who asks. */
export const held: Condition = { is: 'held' }

/** Met by every record. */
export const everything: Condition = { is: 'and', parts: [] }

/** Met by none. */
export const nothing: Condition = { is: 'or', parts: [] }

export function isVariable(operand: Operand): operand is Variable {
  return typeof operand === 'object' && operand !== null
}
