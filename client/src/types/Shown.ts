import type { BaseName } from './Path.ts'
import type {
  FieldShape,
  FieldsOf,
  ModelOf,
  ModelShape,
  Nullable,
  ReferenceShape,
  RelationShape,
  SecretShape,
  ValueOf,
} from './Schema.ts'

/** The user who made a change. */
export interface Author {
  id: number
  username: string
  /** The name for people; null if the user has none. */
  name: string | null
}

/** What every record has. */
export interface RecordBase {
  id: number
  version: number
  createdOn: string
  createdBy: Author | null
  updatedOn: string
  updatedBy: Author | null
}

/** A record of which no type is known. */
export interface AnyRecord {
  id: number
  version: number
  [field: string]: unknown
}

/** A record with the fields that were asked for, named by their paths. */
export type Shown<Models, Model extends ModelShape, Path extends string> = string extends Path
  ? AnyRecord
  : { [K in HeadOf<Path> | 'id' | 'version']: Member<Models, Model, K, TailOf<Path, K>> }

type HeadOf<Path> = Path extends `${infer Head}.${string}` ? Head : Path
type TailOf<Path, Head extends string> = Path extends `${Head}.${infer Tail}` ? Tail : never

type Member<Models, Model extends ModelShape, Name, Tail extends string> = Name extends BaseName
  ? RecordBase[Name]
  : Name extends keyof FieldsOf<Model>
    ? ShownValue<Models, FieldsOf<Model>[Name], Tail>
    : never

/** What a record shows of a field; `Tail` are the paths that go on behind it. */
type ShownValue<Models, Field extends FieldShape, Tail extends string> =
  Field extends ReferenceShape<infer Target>
    ? Nullable<Field, ReferredTo<Target, Nested<Models, ModelOf<Models, Target>, Tail>>>
    : Field extends RelationShape<infer Target>
      ? Nested<Models, ModelOf<Models, Target>, Tail>[]
      : Nullable<Field, ValueOf<Field>>

/** Another record within a record has its title, and what was asked for behind it. */
type Nested<Models, Model extends ModelShape, Tail extends string> = Shown<Models, Model, TitleName<Model> | Tail>

/** The fields that represent a record where others refer to it: a user has the names of an author. */
type TitleName<Model extends ModelShape> = Model['name'] extends 'tabularium.User'
  ? Exclude<keyof Author, 'id'>
  : Model['title']

/** A record that is referred to. One that the caller may not read has its id alone: then `version` is undefined. */
export type Referred<Other> = Other | ({ id: number } & { [K in Exclude<keyof Other, 'id'>]?: undefined })

/** The same of a user, whose names are shown to everybody. */
type ReferredTo<Target, Other> = Target extends 'tabularium.User'
  ? Other | (Author & { [K in Exclude<keyof Other, keyof Author>]?: undefined })
  : Referred<Other>

/** A whole record, as it is read without naming fields: all but its collections, links and secrets. */
export type Whole<Models, Model extends ModelShape> = string extends keyof FieldsOf<Model>
  ? AnyRecord
  : Shown<Models, Model, BaseName | WholeName<Model>>

type WholeName<Model extends ModelShape> = keyof {
  [K in keyof FieldsOf<Model> & string as FieldsOf<Model>[K] extends SecretShape | RelationShape ? never : K]: true
}

/** The fields that a page shows if none are named. */
export type ListName<Model extends ModelShape> = NonNullable<Model['list']>[number]
