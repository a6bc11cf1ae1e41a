/**
 * A field in a declaration. `~types` is for the compiler only, and no field has it. It has a plain name, so that the
 * client can read it without importing this package.
 */
export interface FieldDeclaration<
  Value,
  Required extends boolean,
  Writable extends boolean = true,
  Type extends string = string,
> {
  readonly type: Type
  readonly '~types'?: { readonly value: Value; readonly required: Required; readonly writable: Writable }
}

/** What a reference or relation leads to: the name of a model, or its declaration. */
export type TargetDeclaration<Name extends string> = Name | { readonly name: Name }

/** Whether the options of a declaration make the field required. */
export type IsRequired<Options> = Options extends { required: true } ? true : false

/** The type of a field's value in a record. */
export type ValueOf<Declaration> =
  Declaration extends FieldDeclaration<infer Value, infer Required, boolean>
    ? Required extends true
      ? Value
      : Value | null
    : never

/** Whether a client can set the field. */
export type IsWritable<Declaration> = Declaration extends FieldDeclaration<unknown, boolean, infer W> ? W : never
/** Whether a new record must have the field: it is required and has no default. */
export type IsMandatory<Declaration> =
  Declaration extends FieldDeclaration<unknown, infer R, boolean>
    ? Declaration extends { default: unknown }
      ? false
      : R
    : never
