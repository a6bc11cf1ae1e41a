import type { MultipleType, OpaqueType, TextualType, UnorderedType } from './FieldTypes.ts'
import type { AnyStep, AuthorName, CheckedPath, OfferedPath, TargetOf } from './Path.ts'
import type { FieldShape, FieldsOf, ModelOf, ModelShape, ReferenceShape, RelationShape, SentValueOf } from './Schema.ts'

/** Whether there is a value. */
export interface Presence {
  readonly isNull?: true
  readonly notNull?: true
}

/** Another field of the same record instead of a value. */
type OtherField = `$record.${string}`

export interface Equality<Value> extends Presence {
  readonly '='?: Value | OtherField
  readonly '!='?: Value | OtherField
  readonly in?: readonly Value[]
  readonly notIn?: readonly Value[]
}

export interface Ordered<Value> extends Equality<Value> {
  readonly '<'?: Value | OtherField
  readonly '<='?: Value | OtherField
  readonly '>'?: Value | OtherField
  readonly '>='?: Value | OtherField
  readonly between?: readonly [Value | OtherField, Value | OtherField]
  readonly notBetween?: readonly [Value | OtherField, Value | OtherField]
}

export interface Textual<Value> extends Ordered<Value> {
  readonly like?: string
  readonly notLike?: string
}

/** What a set is compared with: the whole of it, or some of its elements. */
export interface Several<Element> extends Presence {
  readonly '='?: readonly Element[] | OtherField
  readonly '!='?: readonly Element[] | OtherField
  readonly has?: Element | OtherField
  readonly hasAny?: readonly Element[]
  readonly hasAll?: readonly Element[]
}

/** What a reference is compared with. */
type RecordId = number | { readonly id: number } | '$user' | '$user.id'

type Comparison<Value, Operators> = Value | OtherField | Operators

/** What the fields of every record can be compared with, and the names of its authors. */
interface BaseComparisons extends Readonly<Record<AuthorName, Comparison<string, Textual<string>>>> {
  readonly id: Comparison<number, Ordered<number>>
  readonly version: Comparison<number, Ordered<number>>
  readonly createdOn: Comparison<string, Ordered<string>>
  readonly createdBy: Comparison<RecordId, Ordered<RecordId>>
  readonly updatedOn: Comparison<string, Ordered<string>>
  readonly updatedBy: Comparison<RecordId, Ordered<RecordId>>
}

type ElementOf<Field extends FieldShape> = SentValueOf<Field> extends readonly (infer Element)[] ? Element : never

/** What a field can be compared with, by its type. */
type FieldComparison<Field extends FieldShape> = Field extends { readonly type: OpaqueType }
  ? Presence
  : Field extends ReferenceShape | RelationShape
    ? Comparison<RecordId, Equality<RecordId>>
    : Field extends { readonly type: UnorderedType }
      ? Field extends { readonly type: MultipleType }
        ? Comparison<readonly ElementOf<Field>[], Several<ElementOf<Field>>>
        : Comparison<SentValueOf<Field>, Equality<SentValueOf<Field>>>
      : Field extends { readonly type: 'integer' }
        ? Comparison<number | '$user' | '$user.id', Ordered<number | '$user' | '$user.id'>>
        : string extends Field['type']
          ? string | number | boolean | object
          : Field extends { readonly type: TextualType }
            ? Comparison<SentValueOf<Field>, Textual<SentValueOf<Field>>>
            : Comparison<SentValueOf<Field>, Ordered<SentValueOf<Field>>>

/** What the field at a path can be compared with. */
type PathComparison<Models, Model extends ModelShape, Path> = Path extends keyof BaseComparisons
  ? BaseComparisons[Path]
  : Path extends keyof FieldsOf<Model>
    ? FieldComparison<FieldsOf<Model>[Path]>
    : Path extends `${infer Head}.${infer Rest}`
      ? PathComparison<Models, ModelOf<Models, TargetOf<Model, Head>>, Rest>
      : never

/** Criteria that are grouped by `any`, `all` or `none`. */
export interface Group<Criteria> {
  readonly '~criteria': Criteria
}

/** Criteria as an object: all of them must be met. Paths of one and two steps are offered. */
export type Plain<Models, Model extends ModelShape> = {
  readonly [Path in OfferedPath<Models, Model, AnyStep>]?: PathComparison<Models, Model, Path>
}

/** Criteria in a group. */
export type Criterion<Models, Model extends ModelShape> =
  | (Plain<Models, Model> & { readonly [longer: `${string}.${string}.${string}`]: unknown })
  | Group<Criterion<Models, Model>>

/** Checks paths of three steps and more, whose names the compiler takes from the criteria themselves. */
type Deep<Models, Model extends ModelShape, Path extends string> = {
  readonly [P in Path]?: P extends OfferedPath<Models, Model, AnyStep>
    ? unknown
    : P extends CheckedPath<Models, Model, P>
      ? PathComparison<Models, Model, P>
      : `There is no field ${P}`
}

/** The criteria of a search. */
export type Where<Models, Model extends ModelShape, Path extends string> =
  | (Plain<Models, Model> & Deep<Models, Model, Path>)
  | Group<Criterion<Models, Model>>
