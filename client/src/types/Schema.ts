import type { BuiltInModels } from './BuiltInModels.ts'
import type { CommentModel } from './CommentModel.ts'

/** What the client's types read of a field: the form that `tabularium` declares and `tabularium types` writes. */
export interface FieldShape {
  readonly type: string
  readonly '~types'?: { readonly value: unknown; readonly required: boolean; readonly writable: boolean }
}

/** What the client's types read of a model. */
export interface ModelShape {
  readonly name: string
  readonly title: string
  readonly list?: readonly string[]
  /** Lists of fields are keys. Objects are conditions over records, which are no keys. */
  readonly unique?: readonly (readonly string[] | { readonly fields: readonly string[] })[]
  readonly fields: { readonly [name: string]: FieldShape }
}

/** The models of a client without types: any name, and any field. */
export interface AnyModels {
  readonly [name: string]: ModelShape
}

/** The models of a module by their full names. Models are looked up there, so a query costs the same among many. */
type ByName<Models> = {
  readonly [K in keyof Models as Models[K] extends ModelShape ? Models[K]['name'] : never]: Models[K]
}

/** The names of the models that a client knows, those of the service included. */
export type ModelName<Models> = Spelled<Models, (keyof ByName<Models> | keyof BuiltInModels) & string>

/**
 * A type that the compiler prints as it is, and not by its name: the name would be followed by all that it is made
 * from, such as the declaration of a model, and messages would end in dots before they name the field.
 */
export type Spelled<From, Type> = From extends unknown ? Type : never

/**
 * The model with a name. One that the module does not export has any fields. It asks for one member: `keyof` would go
 * through all of them again for each name.
 */
export type ModelOf<Models, Name> = Name extends string
  ? ByName<Models> extends { readonly [K in Name]: infer Model extends ModelShape }
    ? Model
    : Name extends 'tabularium.User'
      ? ExtendedUser<Models>
      : Name extends keyof BuiltInModels
        ? BuiltInModels[Name]
        : Name extends `${string}.comments`
          ? CommentModel
          : ModelShape
  : ModelShape

type User = BuiltInModels['tabularium.User']

interface ExtendedUser<Models> extends Omit<User, 'fields'> {
  readonly fields: User['fields'] & Intersection<ExtensionOf<Models[keyof Models]>>
}

/** The fields of what `extendUser` made: it has fields and no name. */
type ExtensionOf<Value> = Value extends { readonly name: unknown }
  ? never
  : Value extends { readonly fields: infer Fields }
    ? Fields
    : never
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never

/** The fields of a model, by name. */
export type FieldsOf<Model extends ModelShape> = Model['fields']

/** The value of a field that has one. It may also be undefined if the caller sees the field in some records only. */
export type ValueOf<Field extends FieldShape> = NonNullable<Field['~types']>['value']

/** The value of a field that is sent. */
export type SentValueOf<Field extends FieldShape> = Exclude<ValueOf<Field>, undefined>

/** Adds null to a value, unless the field is required. */
export type Nullable<Field extends FieldShape, Value> = NonNullable<Field['~types']>['required'] extends true
  ? Value
  : Value | null

/** A field that leads to one record of another model. */
export interface ReferenceShape<Target extends string = string> extends FieldShape {
  readonly type: 'reference'
  readonly target: Target
}

/** A field that leads to many records of another model. */
export interface RelationShape<Target extends string = string> extends FieldShape {
  readonly type: 'collection' | 'links'
  readonly target: Target
}

/** A field that can be written and is never shown. */
export interface SecretShape {
  readonly secret: true
}
