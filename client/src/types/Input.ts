import type { IncrementedType, MultipleType } from './FieldTypes.ts'
import type {
  FieldShape,
  FieldsOf,
  ModelOf,
  ModelShape,
  Nullable,
  ReferenceShape,
  RelationShape,
  SentValueOf,
  Spelled,
} from './Schema.ts'

/** A record as a request names it. */
export interface RecordName {
  readonly id: number
  readonly version: number
}

/** A record that an earlier operation of the same transaction creates. */
export interface NamedRecord {
  readonly as: string
}

/**
 * A record to create. Required fields without a default must be there. `Parent` is the reference to the record that it
 * is sent with, and `Other` what may stand for a record besides.
 */
export type New<Models, Model extends ModelShape, Parent = never, Other = never> = Spelled<
  Model,
  {
    readonly [K in MandatoryName<Model, Parent>]: Input<Models, FieldsOf<Model>[K], Other>
  } & {
    readonly [K in Exclude<WritableName<Model>, MandatoryName<Model, Parent>>]?: Input<
      Models,
      FieldsOf<Model>[K],
      Other
    >
  } & Kept<Model['name']>
>

/** What the service would make, and show once beside the record, where these calls do not look. */
type Kept<Name> = Name extends 'tabularium.Key'
  ? 'Use createKey: the token of a key is shown once.'
  : Name extends 'tabularium.Webhook'
    ? { /** If the service shall make it, use `createWebhook`: it is shown once. */ readonly secret: string }
    : unknown

/** The fields to change. A number can be sent as what is added to it, a set as what is added and removed. */
export type Change<Models, Model extends ModelShape, Other = never> = {
  readonly [K in WritableName<Model>]?: Input<Models, FieldsOf<Model>[K], Other> | IncrementOf<FieldsOf<Model>[K]>
}

/** A unique field or all fields of a unique group, and their values: what stands for a record. */
export type KeyOf<Model extends ModelShape> = Spelled<
  Model,
  | { [K in UniqueName<Model>]: { readonly [P in K]: SentValueOf<FieldsOf<Model>[K]> } }[UniqueName<Model>]
  | GroupKey<Model, NonNullable<Model['unique']>[number]>
>

type GroupKey<Model extends ModelShape, Names> = Names extends readonly (infer Name extends string)[]
  ? { readonly [P in Name]: P extends keyof FieldsOf<Model> ? KeyValue<FieldsOf<Model>[P]> : never }
  : never

type KeyValue<Field extends FieldShape> = Field extends ReferenceShape ? { readonly id: number } : SentValueOf<Field>

/** The names that can be the key of an upsert: a unique field, or a unique group. */
export type UpsertKey<Model extends ModelShape> =
  | readonly [UniqueName<Model>]
  | Extract<NonNullable<Model['unique']>[number], readonly string[]>

type UniqueName<Model extends ModelShape> = keyof {
  [K in keyof FieldsOf<Model> & string as FieldsOf<Model>[K] extends { readonly unique: true } ? K : never]: true
}

type WritableName<Model extends ModelShape> = keyof {
  [K in keyof FieldsOf<Model> & string as IsWritable<FieldsOf<Model>[K]> extends false ? never : K]: true
}
type IsWritable<Field extends FieldShape> = NonNullable<Field['~types']>['writable']

type MandatoryName<Model extends ModelShape, Parent> = keyof {
  [K in keyof FieldsOf<Model> & string as IsMandatory<FieldsOf<Model>[K]> extends true ? Exclude<K, Parent> : never]: K
}
type IsMandatory<Field extends FieldShape> = Field extends { readonly default: unknown }
  ? false
  : NonNullable<Field['~types']> extends { readonly required: true; readonly writable: true }
    ? true
    : false

/** What may be sent for a field. */
type Input<Models, Field extends FieldShape, Other> =
  Field extends ReferenceShape<infer Target>
    ? Nullable<Field, Named<ModelOf<Models, Target>> | Other>
    : Field extends RelationShape<infer Target>
      ? readonly MemberInput<Models, Field, ModelOf<Models, Target>, Other>[]
      : Nullable<Field, SentValueOf<Field>>

type MemberInput<Models, Field, Model extends ModelShape, Other> = Field extends { readonly type: 'links' }
  ? Named<Model> | Other
  :
      | New<Models, Model, Field extends { readonly by: infer By } ? By : never, Other>
      | (RecordName & Change<Models, Model, Other>)
      | Other

/** A record as a reference or link names it: by its id, as it was read, or by a key. */
type Named<Model extends ModelShape> = Spelled<
  Model,
  | ({ readonly id: number; readonly version?: number | undefined } & { readonly [T in Model['title']]?: unknown })
  | KeyOf<Model>
>

type IncrementOf<Field extends FieldShape> = Field extends { readonly type: IncrementedType }
  ? Field extends { readonly type: MultipleType }
    ? { readonly add?: SentValueOf<Field>; readonly remove?: SentValueOf<Field> }
    : { readonly increment: SentValueOf<Field> }
  : never
