import type { SummedType } from './FieldTypes.ts'
import type { BaseName, CheckedPath, TargetOf } from './Path.ts'
import type { FieldsOf, ModelOf, ModelShape, ReferenceShape } from './Schema.ts'
import type { Shown } from './Shown.ts'
import type { Criterion } from './Where.ts'

/** A field to group by, or a period of a date. */
type Grouping = string | { readonly fieldName: string; readonly by: Period; readonly timeZone?: string }
/** `each`: of a field with several values, a record is in the group of each of them. */
type Period = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'each'

/** The functions that take fields. */
type Measure = 'sum' | 'avg' | 'min' | 'max' | 'countDistinct' | 'filled'

type CheckedGrouping<Models, Model extends ModelShape, Given> = Given extends { readonly fieldName: infer Name }
  ? {
      readonly fieldName: CheckedPath<Models, Model, Name, ReferenceShape>
      readonly by: Period
      readonly timeZone?: string
    }
  : CheckedPath<Models, Model, Given, ReferenceShape>

/** Which records to aggregate, and how. Names may be dotted over references. */
export type AggregateQuery<Models, Model extends ModelShape, Query> = {
  readonly where?: Criterion<Models, Model>
  readonly q?: string
  readonly archived?: true | 'only'
  readonly groupBy?: readonly CheckedGrouping<Models, Model, ElementOf<Query, 'groupBy'>>[]
  readonly count?: boolean
  readonly sortBy?: readonly string[]
  readonly limit?: number
  readonly offset?: number
} & { readonly [M in Measure]?: readonly CheckedMeasure<Models, Model, M, ElementOf<Query, M>>[] }

/** Sums and averages are of numbers. */
type CheckedMeasure<Models, Model extends ModelShape, Function, Path> = Function extends 'sum' | 'avg'
  ? CheckedNumber<Models, Model, Path>
  : CheckedPath<Models, Model, Path, ReferenceShape>

type CheckedNumber<Models, Model extends ModelShape, Path> = Path extends unknown
  ? IsNumber<TypeAt<Models, Model, Path>> extends false
    ? `${Path & string} is not a number`
    : CheckedPath<Models, Model, Path, ReferenceShape>
  : never

/** A rollup may be one: its type follows from another field. */
type IsNumber<Type> = [Type] extends [never]
  ? unknown
  : string extends Type
    ? unknown
    : Type extends SummedType
      ? true
      : false

/** The type of the field at the end of a path; never if there is none. */
type TypeAt<Models, Model extends ModelShape, Path> = Path extends keyof FieldsOf<Model>
  ? FieldsOf<Model>[Path]['type']
  : Path extends BaseName
    ? Path extends 'id' | 'version'
      ? 'integer'
      : 'dateTime'
    : Path extends `${infer Head}.${infer Rest}`
      ? Head extends keyof FieldsOf<Model>
        ? TypeAt<Models, ModelOf<Models, TargetOf<Model, Head>>, Rest>
        : never
      : never

type ElementOf<Query, Member extends string> = Query extends { readonly [M in Member]: readonly (infer Element)[] }
  ? Element
  : string

/** One group. */
export type Aggregated<Models, Model extends ModelShape, Query> = {
  group: {
    [G in Extract<ElementOf<Query, 'groupBy'>, Grouping> as G extends { readonly fieldName: infer Name extends string }
      ? Name
      : G & string]: G extends string ? Grouped<AtPath<Models, Model, G>> : string | null
  }
} & (Query extends { readonly count: true } ? { count: number } : unknown) & {
    [M in Measure as Query extends { readonly [K in M]: unknown } ? M : never]: {
      [Path in ElementOf<Query, M> & string]: Measured<M, AtPath<Models, Model, Path>>
    }
  }

/** A group by a reference has the record's id and title, without its version. */
type Grouped<Value> = Value extends { readonly id: number }
  ? { [K in keyof Value as Exclude<K, 'version'>]: Value[K] }
  : Value

type Measured<Function, Value> = Function extends 'countDistinct' | 'filled'
  ? number
  : Function extends 'avg'
    ? string | null
    : Function extends 'sum'
      ? NonNullable<Value>
      : Value | null

/** The value at the end of a path, as a record shows it. */
type AtPath<Models, Model extends ModelShape, Path extends string> = Follow<Shown<Models, Model, Path>, Path> | null

type Follow<Record, Path> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Record
    ? Follow<NonNullable<Record[Head]>, Rest>
    : never
  : Path extends keyof Record
    ? NonNullable<Record[Path]>
    : never
