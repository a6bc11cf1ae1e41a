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
export type TargetDeclaration = string | { readonly name: string }

/** What a field with a target keeps of it: the name, and the declaration for the compiler alone. */
export interface Targeting<Target extends TargetDeclaration> {
  target: Target extends { readonly name: infer Name } ? Name : Target
  readonly '~target'?: Target
}

/** Returns the name of what a field leads to. What is no model is found when the models are loaded. */
export function targetName<const Target extends TargetDeclaration>(target: Target): Targeting<Target>['target'] {
  return (typeof target === 'string' ? target : target?.name) as Targeting<Target>['target']
}

/** A record by its id, such as one that was read. If there is a version, the record must still have it. */
export interface NamedRecord {
  readonly id: number
  readonly version?: number | undefined
}

/** What is taken for a field: any record for a reference, and a `Date` for a time. */
export type TakenOf<Declaration> =
  | (Declaration extends { readonly type: 'reference' }
      ? NamedRecord
      : Declaration extends { readonly type: 'links' }
        ? readonly NamedRecord[]
        : Declaration extends { readonly type: 'dateTime' }
          ? ValueOf<Declaration> | Date
          : ValueOf<Declaration>)
  | Extract<ValueOf<Declaration>, null>

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
