import type { FieldDeclarations } from '../model/declare.ts'
import type { IsMandatory, TakenOf, ValueOf } from '../model/field/declaration.ts'
import type { Words } from '../text/words.ts'
import { logicMark } from '../model/logicMark.ts'

/** What a declaration of every kind of logic has. */
export interface CommonDeclaration<Name extends string = string> {
  /** With its package, and a small letter after it: `com.example.orders.ship`. */
  readonly name: Name
  /** The name shown to people; derived from the name if absent. */
  readonly label?: Words
  /** A sentence for people. */
  readonly help?: Words
}

/** A declared model, or its name. */
export type ModelName = string | { readonly name: string }

/** A declared role, or its name. */
export type RoleName = string | { readonly name: string }

type Flat<T> = { [K in keyof T]: T[K] }

/** The value of a field that logic takes or gives. Links are records by their ids, and there may be none. */
type FormValueOf<Field> = Field extends { type: 'links' } ? { id: number; version?: number }[] : ValueOf<Field>

/** The values that `run` gets: every field is present, and null if nothing was sent and there is no default. */
export type ValuesOf<Fields extends FieldDeclarations> = { -readonly [K in keyof Fields]: FormValueOf<Fields[K]> }

/** The values that a caller sends: required fields without a default are mandatory. */
export type SentValuesOf<Fields extends FieldDeclarations> = Flat<
  {
    -readonly [K in keyof Fields as IsMandatory<Fields[K]> extends true ? K : never]: TakenOf<Fields[K]>
  } & {
    -readonly [K in keyof Fields as IsMandatory<Fields[K]> extends true ? never : K]?: TakenOf<Fields[K]>
  }
>

/** The values that `run` returns: fields that are not required can be left out. */
export type GivenValuesOf<Fields extends FieldDeclarations> = SentValuesOf<Fields>

/** Marks and freezes a declaration, so that the loader finds it among the exports of a file. */
export function declare<Kind extends string, Declaration extends object>(
  kind: Kind,
  declaration: Declaration,
): Declaration & { readonly kind: Kind } {
  return Object.freeze(Object.defineProperty({ ...declaration, kind }, logicMark, { value: true }))
}
