import type { FieldDeclarations } from '../model/declare.ts'
import type { Words } from '../text/words.ts'
import type { RunContext } from './context.ts'
import {
  type CommonDeclaration,
  declare,
  type GivenValuesOf,
  type ModelName,
  type RoleName,
  type ValuesOf,
} from './declaration.ts'
import type { Records } from './Records.ts'

/** What an action learns besides its input. */
export interface ActionContext extends RunContext {
  readonly caller: { readonly id: number; readonly username: string }
  /** Nothing that the action writes will be kept: the caller asks what would happen. */
  readonly dryRun: boolean
}

/** The records for which an action can be run now. */
export interface ActionCondition {
  /** Criteria or an expression over the record, as in a check: `"status = 'placed'"`. */
  readonly holds: object | string
  /** Why the action can't be run for other records, for people. */
  readonly message: Words
}

/** The declaration of an action: something that the application does, by name. */
export interface ActionDeclaration<
  Takes extends FieldDeclarations = FieldDeclarations,
  Gives extends FieldDeclarations = FieldDeclarations,
  Name extends string = string,
> extends CommonDeclaration<Name> {
  readonly kind: 'action'
  /** What callers send: fields as in a model. */
  readonly takes: Takes
  /** What the answer has: fields as in a model; nothing if absent. */
  readonly gives?: Gives
  /** The declared role whose rights the action has over records; the rights of the caller if absent. */
  readonly as?: RoleName
  /** The model for whose records a console offers the action. */
  readonly on?: ModelName
  /** What a record of `on` must meet: it is asked before `run`, and the action is refused if it is not met. */
  readonly when?: ActionCondition
  /** The values of choices that a record of `on` has afterwards: `{ status: 'shipped' }`. It is for consoles. */
  readonly leadsTo?: Readonly<Record<string, string>>
  /** The time that it may take, such as `'10s'`; the setting `actionTimeout` if absent. */
  readonly timeout?: string
  /** The most statements that it may send; 50 if absent. */
  readonly statements?: number
  /** False if the writes of the action must not be undone. */
  readonly undo?: false
  /**
   * Does the action. It may run more than once before its writes are kept, so it must not call anything outside:
   * declare a job for that, and use `records.later`.
   */
  run(input: ValuesOf<Takes>, records: Records, context: ActionContext): Promise<AnswerOf<Gives>>
}

/** What `run` returns: the values of `gives`. It may return nothing if no field is required. */
type AnswerOf<Gives extends FieldDeclarations> = string extends keyof Gives
  ? object | void
  : Partial<GivenValuesOf<Gives>> extends GivenValuesOf<Gives>
    ? GivenValuesOf<Gives> | void
    : GivenValuesOf<Gives>

/** The fields of an action without `gives`. */
type NoFields = Readonly<Record<string, never>>

/** Declares an action. Mistakes are reported when the folder is loaded, all at once. */
export function action<
  const Takes extends FieldDeclarations,
  const Name extends string,
  const Gives extends FieldDeclarations = NoFields,
>(declaration: Omit<ActionDeclaration<Takes, Gives, Name>, 'kind'>): ActionDeclaration<Takes, Gives, Name> {
  return declare('action', declaration)
}
