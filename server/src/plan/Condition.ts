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

/** Which records are meant, as plain data. A missing value compares as in SQL: it matches `isNull` alone. */
export type Condition =
  | { readonly is: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly is: 'not'; readonly part: Condition }
  | {
      readonly is: 'comparison'
      readonly path: Path
      readonly comparator: Comparator
      readonly operands: readonly ColumnValue[]
    }
  /** At least one record of a relation meets the part. */
  | {
      readonly is: 'some'
      readonly owner: string
      readonly steps: readonly ReferenceField[]
      readonly relation: Relation
      readonly part: Condition
    }

/** Met by every record. */
export const everything: Condition = { is: 'and', parts: [] }
