import type { ChangesOf } from './answers.ts'
import type { BuiltInModels } from './BuiltInModels.ts'
import type { ModelName, ModelOf } from './Schema.ts'
import type { Author, Whole } from './Shown.ts'

/** The names of the models whose changes come without `models`: those of the application. */
export type FollowedName<Models> = Exclude<ModelName<Models>, keyof BuiltInModels>

/** What every change has. */
interface ChangeBase<Name extends string> {
  readonly model: Name
  readonly id: number
  readonly version: number
  /** The token behind this change: follow from it, and this change does not come again. */
  readonly token: string
}

/** A write. `appear` shows a record that you see since then, as if it had just been created. */
interface Written<Name extends string, Field extends string> extends ChangeBase<Name> {
  readonly operation: 'create' | 'update' | 'delete' | 'restore' | 'appear'
  readonly on: string
  readonly by: Author | null
  readonly requestId: string
  /** The change set of the write, if it belongs to one. */
  readonly changeSet?: number
  readonly changes: ChangesOf<Field>
}

/** A change as the history of its record shows it. */
export interface NewestChange<Name extends string = string, Field extends string = string> {
  readonly model: Name
  readonly id: number
  readonly version: number
  readonly operation: 'create' | 'update' | 'delete' | 'restore'
  readonly on: string
  readonly by: Author | null
  readonly requestId: string
  readonly changeSet?: number
  /** The operation that wrote the change set, and the name of its action, job, reaction or schedule. */
  readonly through?: string
  readonly name?: string
  /** With `titles`: the title of the record now. */
  readonly title?: unknown
  readonly changes: ChangesOf<Field>
}

/** A record that you no longer see, or that was deleted. */
interface Vanished<Name extends string> extends ChangeBase<Name> {
  readonly operation: 'vanish'
}

/** Your rights have changed: read again what you keep. */
export interface Reset {
  readonly operation: 'reset'
  readonly token: string
}

/** With `record: 'now'`: the record as it is now, or null if you don't see it. It is absent if it is too large. */
type Shown<Models, Name extends ModelName<Models>, Record> = Record extends 'now'
  ? { readonly record?: Whole<Models, ModelOf<Models, Name>> | null }
  : unknown

/** A change of a record. Compare `model` first, and `operation`: the other members follow from them. */
export type RecordChange<Models, Name extends ModelName<Models> = FollowedName<Models>, Record = undefined> =
  Name extends ModelName<Models>
    ? (Written<Name, keyof ModelOf<Models, Name>['fields'] & string> | Vanished<Name>) & Shown<Models, Name, Record>
    : never
