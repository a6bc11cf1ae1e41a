import type { Author, ModelDeclaration, RecordOf } from '../model/declare.ts'
import type { RunContext } from './context.ts'
import { type CommonDeclaration, declare, type RoleName } from './declaration.ts'
import type { Records } from './Records.ts'

/** A write of a record that a reaction gets, after it was committed. */
export interface ReactionEvent<M = ModelDeclaration> {
  readonly id: number
  readonly version: number
  readonly operation: 'create' | 'update' | 'delete' | 'restore'
  readonly on: string
  readonly by: Author | null
  readonly requestId: string
  /** The names of the fields that the write changed. */
  readonly changed: readonly string[]
  /** The fields of the record before the write; null if it was created. */
  readonly before: Partial<RecordOf<M>> | null
  /** The fields of the record after the write; null if it was deleted. */
  readonly after: Partial<RecordOf<M>> | null
}

/** Which writes a reaction gets: those that match one of the members. */
export interface ReactionFilter<Name extends string = string> {
  readonly created?: true
  readonly deleted?: true
  /** Writes that change one of these fields; true for any field. */
  readonly changed?: true | readonly Name[]
}

type FieldNameOf<M> = M extends ModelDeclaration<infer Fields> ? keyof Fields & string : string

/** The declaration of a reaction: what happens after records have changed. */
export interface ReactionDeclaration<M extends ModelDeclaration = ModelDeclaration, Name extends string = string>
  extends CommonDeclaration<Name> {
  readonly kind: 'reaction'
  readonly on: M
  /** Which writes it gets; all if absent. */
  readonly when?: ReactionFilter<FieldNameOf<M>>
  /** The declared role whose rights the reaction has. */
  readonly as: RoleName
  /** Where it begins when it runs for the first time; `now` if absent. */
  readonly from?: 'now' | 'start'
  /** The most statements for one page of events; 50 if absent. */
  readonly statements?: number
  /** The time for one page of events, such as `'30s'`; 30 seconds if absent. */
  readonly timeout?: string
  /** Reacts to the writes, those of one record in their order. It may run more than once, and must not call out. */
  run(events: readonly ReactionEvent<M>[], records: Records, context: RunContext): Promise<void>
}

/** Declares a reaction. Mistakes are reported when the folder is loaded, all at once. */
export function reaction<const M extends ModelDeclaration, const Name extends string>(
  declaration: Omit<ReactionDeclaration<M, Name>, 'kind'>,
): ReactionDeclaration<M, Name> {
  return declare('reaction', declaration)
}
