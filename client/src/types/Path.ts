import type { FieldsOf, ModelOf, ModelShape, ReferenceShape, RelationShape, SecretShape } from './Schema.ts'

/** The fields that every record has. */
export type BaseName = 'id' | 'version' | 'createdOn' | 'createdBy' | 'updatedOn' | 'updatedBy'

/** The names of the authors of a record: whoever reads it may search and sort by them. */
export type AuthorName = `${'createdBy' | 'updatedBy'}.${'username' | 'name'}`

/** What names of fields can lead over. Those to sort by lead over references alone. */
export type AnyStep = ReferenceShape | RelationShape

/** The name of the model that a field leads to; never if it leads to none. */
export type TargetOf<Model extends ModelShape, Name> = Name extends keyof FieldsOf<Model>
  ? FieldsOf<Model>[Name] extends { readonly target: infer Target }
    ? Target
    : never
  : never

/** The names of a model's fields, those that every record has included. */
type NameIn<Model extends ModelShape> = BaseName | (keyof FieldsOf<Model> & string)

/** The names of one and two steps, which editors offer. Longer ones are checked as they are written. */
export type OfferedPath<Models, Model extends ModelShape, Step> =
  | BaseName
  | AuthorName
  | Offers<Models, FieldsOf<Model>, Step>

type Offers<Models, Fields, Step> = {
  [K in keyof Fields & string]: Fields[K] extends SecretShape ? never : Offer<Models, Fields[K], K, Step>
}[keyof Fields & string]

type Offer<Models, Field, Name extends string, Step> = Field extends { readonly target: infer Target }
  ? Field extends Step
    ? Name | `${Name}.${NameIn<ModelOf<Models, Target>>}`
    : never
  : Name

/**
 * The path itself if the model has it; otherwise the paths that could have been meant. It looks at the fields that the
 * path names and at no others, so that a query costs the same in a large model.
 */
export type CheckedPath<Models, Model extends ModelShape, Path, Step = AnyStep> = Path extends BaseName | AuthorName
  ? Path
  : Path extends keyof FieldsOf<Model>
    ? string extends Path
      ? string
      : CheckedEnd<Models, Model, Path, Step>
    : Path extends `${infer Head}.${infer Rest}`
      ? Head extends keyof FieldsOf<Model>
        ? FieldsOf<Model>[Head] extends Step
          ? `${Head & string}.${CheckedPath<Models, ModelOf<Models, TargetOf<Model, Head>>, Rest, Step>}`
          : OfferedPath<Models, Model, Step>
        : OfferedPath<Models, Model, Step>
      : OfferedPath<Models, Model, Step>

/** A path ends at a field that can be read, and at a relation only where paths lead over relations. */
type CheckedEnd<
  Models,
  Model extends ModelShape,
  Name extends keyof FieldsOf<Model>,
  Step,
> = FieldsOf<Model>[Name] extends SecretShape
  ? OfferedPath<Models, Model, Step>
  : FieldsOf<Model>[Name] extends RelationShape
    ? RelationShape extends Step
      ? Name & string
      : OfferedPath<Models, Model, Step>
    : Name & string
