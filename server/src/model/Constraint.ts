import type { Words } from '../text/words.ts'
import type { Model } from './Model.ts'

/** Values that no two records have, among those that meet `where`: `{ name: 'onceOut', fields: ['equipment'], … }`. */
export interface UniqueDeclaration<Name extends string = string> {
  readonly name: string
  readonly fields: readonly Name[]
  /** Criteria of the records that count, over their own stored fields; all records if absent. */
  readonly where?: object
  /** `equal`: two records without a value have the same one. If absent, a record without a value does not count. */
  readonly nulls?: 'equal'
  /** What is wrong with a record that is refused, as a predicate: `is lent already`. */
  readonly message?: Words
  /** The fields whose values a person would correct; `fields` if absent. */
  readonly errorFields?: readonly Name[]
}

/** Periods that must not overlap among records with the same values in `by`. A record without an end lasts for ever. */
export interface NoOverlapDeclaration<Name extends string = string> {
  readonly name: string
  readonly by?: readonly Name[]
  readonly from: Name
  readonly to: Name
  readonly where?: object
  /** Whether the end belongs to the period; `[]`, both days, for dates and `[)` for moments if absent. */
  readonly bounds?: Bounds
  readonly message: Words
  readonly errorFields?: readonly Name[]
}

/** How many records with the same values in `by` there can be. */
export interface AtMostDeclaration<Name extends string = string> {
  readonly name: string
  readonly count: number
  readonly by?: readonly Name[]
  readonly where?: object
  readonly message: Words
  readonly errorFields?: readonly Name[]
}

export type Bounds = '[]' | '[)'

/** What all constraints have. */
interface Common {
  readonly name: string
  /** All fields whose values decide, except those of `where`. */
  readonly fields: readonly string[]
  readonly where?: object
  readonly message: Words
  readonly errorFields?: readonly string[]
}

export interface UniqueConstraint extends Common {
  readonly kind: 'unique'
  readonly nulls?: 'equal'
}

export interface NoOverlapConstraint extends Common {
  readonly kind: 'noOverlap'
  readonly by: readonly string[]
  readonly from: string
  readonly to: string
  readonly bounds?: Bounds
}

export interface AtMostConstraint extends Common {
  readonly kind: 'atMost'
  readonly by: readonly string[]
  readonly count: number
}

/** A condition over several records. PostgreSQL ensures it for every write. */
export type Constraint = UniqueConstraint | NoOverlapConstraint | AtMostConstraint

/** The fields whose values must be equal for two records to meet. */
export function keyFieldsOf(constraint: Constraint): readonly string[] {
  return constraint.kind === 'unique' ? constraint.fields : constraint.by
}

/** The fields whose values a person would correct. */
export function errorFieldsOf(constraint: Constraint): readonly string[] {
  const key = keyFieldsOf(constraint)
  return constraint.errorFields ?? (key.length > 0 ? key : constraint.fields)
}

/** The message of unique fields and groups that have none of their own. */
export function takenMessage(fields: readonly string[]): string {
  return fields.length === 1
    ? 'must be unique, and another record has this value'
    : 'must be unique together, and another record has these values'
}

/** A unique field, or a group of fields that are unique together, as a constraint. It is named by its fields. */
export function toPlainConstraint(fields: readonly string[]): UniqueConstraint {
  return { kind: 'unique', name: fields.join(), fields, message: takenMessage(fields) }
}

/** All constraints of a model: those of its unique fields and groups, and those that have names. */
export function constraintsOf({ fields, unique = [], constraints = [] }: Model): readonly Constraint[] {
  const keys = [...fields.filter((field) => field.unique).map(({ name }) => [name]), ...unique]
  return [...keys.map(toPlainConstraint), ...constraints]
}

/** What a constraint demands, without the words for people: its objects in the database are named by it. */
export function factsOf({ name: _, message: __, errorFields: ___, ...facts }: Constraint): string {
  return JSON.stringify(facts)
}
