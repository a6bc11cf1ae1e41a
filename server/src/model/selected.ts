import type { User } from './builtIn/User.ts'
import type { ModelDeclaration, RecordBase } from './declare.ts'
import type { ValueOf } from './field/declaration.ts'
import type { Reference } from './field/reference.ts'

/**
 * The types of records that are read with some of their fields. They are those of the client, with one difference: the
 * client finds a model by its name in a module, and here a reference keeps the declaration that it was made with.
 */

/** The fields of a declaration, by name. */
export type FieldsOf<M> = M extends { readonly fields: infer Fields } ? Fields : never

/** A record of a model that is known by its name alone. */
export interface AnySelected {
  id: number
  version: number
  [field: string]: unknown
}

/**
 * The models that fields name in quotation marks, since two files can't import each other's declarations. A project
 * adds to it: `declare module 'tabularium' { interface NamedModels { 'com.example.orders.Line': typeof Line } }`.
 */
export interface NamedModels {
  'tabularium.User': typeof User
}

/** The declaration that a field leads to. A name that is not in `NamedModels` has any fields. */
type TargetOf<Field> = Field extends { readonly '~target'?: infer Target } ? ModelOf<NonNullable<Target>> : never

type ModelOf<Target> = Target extends ModelDeclaration
  ? Target
  : Target extends keyof NamedModels
    ? NamedModels[Target]
    : ModelDeclaration

type IsRelation = { readonly type: 'collection' | 'links' }
type IsSecret = { readonly secret: true }

/** A record with the fields that were asked for, named by their paths: `borrower.email`. */
export type Selected<M, Path extends string> = string extends Path
  ? AnySelected
  : { [K in HeadOf<Path> | 'id' | 'version']: Member<M, K, TailOf<Path, K>> }

type HeadOf<Path> = Path extends `${infer Head}.${string}` ? Head : Path
type TailOf<Path, Head extends string> = Path extends `${Head}.${infer Tail}` ? Tail : never

type Member<M, Name, Tail extends string> = Name extends keyof RecordBase
  ? RecordBase[Name]
  : Name extends keyof FieldsOf<M>
    ? Shown<FieldsOf<M>[Name], Tail>
    : never

/** What a record shows of a field; `Tail` are the paths that go on behind it. */
type Shown<Field, Tail extends string> = Field extends { readonly type: 'reference' }
  ? Referred<TargetOf<Field>, Tail> | Extract<ValueOf<Field>, null>
  : Field extends IsRelation
    ? Nested<TargetOf<Field>, Tail>[]
    : ValueOf<Field>

/** Another record within a record has its title, and what was asked for behind it. */
type Nested<M, Tail extends string> = M extends ModelDeclaration ? Selected<M, M['title'] | Tail> : never

/** A record that is referred to. One that the logic may not read has its id alone: then `version` is undefined. */
type Referred<M, Tail extends string> = M extends ModelDeclaration
  ? string extends M['title']
    ? Reference
    : Nested<M, Tail> | ({ id: number } & { [K in Exclude<keyof Nested<M, Tail>, 'id'>]?: undefined })
  : never

/** The names of the fields that a record shows by itself. Relations are read only if they are named. */
export type OwnName<M> =
  | keyof RecordBase
  | {
      [K in keyof FieldsOf<M> & string]: FieldsOf<M>[K] extends IsRelation | IsSecret ? never : K
    }[keyof FieldsOf<M> & string]

/** The path itself if the model has it; otherwise the names that could have been meant. */
export type CheckedPath<M, Path> = Path extends keyof RecordBase
  ? Path
  : Path extends keyof FieldsOf<M> & string
    ? FieldsOf<M>[Path] extends IsSecret
      ? OfferedName<M>
      : Path
    : Path extends `${infer Head}.${infer Rest}`
      ? Head extends keyof FieldsOf<M> & string
        ? [TargetOf<FieldsOf<M>[Head]>] extends [never]
          ? OfferedName<M>
          : `${Head}.${CheckedPath<TargetOf<FieldsOf<M>[Head]>, Rest>}`
        : OfferedName<M>
      : OfferedName<M>

type OfferedName<M> =
  | keyof RecordBase
  | { [K in keyof FieldsOf<M> & string]: FieldsOf<M>[K] extends IsSecret ? never : K }[keyof FieldsOf<M> & string]
