import type { Check } from './Check.ts'
import type { AtMostDeclaration, NoOverlapDeclaration, UniqueDeclaration } from './Constraint.ts'
import type { SearchDeclaration } from './declare.ts'
import type { ViewDeclaration } from './DeclaredView.ts'
import type { BuiltInField, Section, WriteAction } from './Model.ts'

/** The name of a field in an order. */
type Signed<Name extends string> = Name | `-${Name}`

/** The members that name fields of the declaration. The compiler checks the names. */
export interface NamesOf<Fields> {
  readonly title: (keyof Fields & string) | 'id' | 'createdOn' | 'updatedOn'
  readonly list?: readonly ((keyof Fields & string) | BuiltInField)[]
  readonly sortBy?: readonly Signed<(keyof Fields & string) | BuiltInField>[]
  readonly pick?: readonly ((keyof Fields & string) | BuiltInField)[]
  readonly search?: readonly (keyof Fields & string)[] | SearchDeclaration<keyof Fields & string>
  readonly unique?: readonly (readonly (keyof Fields & string)[] | UniqueDeclaration<keyof Fields & string>)[]
  readonly noOverlap?: readonly NoOverlapDeclaration<keyof Fields & string>[]
  readonly atMost?: readonly AtMostDeclaration<keyof Fields & string>[]
  readonly together?: readonly (readonly (keyof Fields & string)[])[]
  readonly sections?: readonly Section<(keyof Fields & string) | BuiltInField>[]
  readonly views?: Readonly<Record<string, ViewDeclaration<(keyof Fields & string) | BuiltInField>>>
  readonly checks?: readonly (Check & { readonly fields: readonly (keyof Fields & string)[] })[]
  readonly only?:
    | 'actions'
    | ({ readonly [K in keyof Fields & string]?: 'actions' } & { readonly '*'?: readonly WriteAction[] })
  readonly transitions?: { readonly [K in keyof Fields & string]?: Readonly<Record<string, readonly string[]>> }
}
