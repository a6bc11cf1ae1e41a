declare const declared: unique symbol

/** A field in a declaration. The type parameters are for the compiler only. */
export interface FieldDeclaration<Value, Required extends boolean, Writable extends boolean = true> {
  readonly type: string
  readonly [declared]?: [Value, Required, Writable]
}

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
