import type { AccessChange } from '../history/AccessChange.ts'
import type { Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Explanation } from '../rights/Explanation.ts'
import type { LooksPage } from './LoginMethods.ts'

/** What a change of rules does to what somebody sees: a role and a model, and a user where it depends on the user. */
export interface RightsChange {
  readonly role: string
  readonly model: string
  readonly username?: string
  /** Null where the same records are seen as before. */
  readonly records: {
    readonly before: number
    readonly after: number
    readonly appear: number
    readonly disappear: number
  } | null
  readonly fields: { readonly appear: readonly string[]; readonly disappear: readonly string[] }
}

/** An API key that was made. Nobody can see its token again. */
export interface MadeKey {
  readonly record: RecordJson
  readonly token: string
}

/** Which changes of rights are wanted; a member that is empty wants all. */
export interface AccessChangesOf {
  readonly user: string
  readonly model: string
  /** The id of a record of the model. */
  readonly record: number | undefined
  readonly since: string
}

/** A part of the changes of rights, and the token of the next one while there is one. */
export interface AccessChangesPage {
  readonly changes: readonly AccessChange[]
  readonly next: string | undefined
}

/** What the console asks of the service about rights. */
export interface AccessService {
  /** All records of a model, with these fields, in the order of their ids. */
  all(model: string, fields: readonly string[], signal?: AbortSignal): Promise<readonly RecordJson[]>
  /** Why another user may do something or not; for administrators. */
  explainFor(
    user: string,
    model: string,
    id: number | undefined,
    action: string,
    signal?: AbortSignal,
  ): Promise<Explanation>
  /** What a change of a rule does, or a new rule, by a dry run; undefined where the caller is not told. */
  previewRights(
    model: string,
    id: number | undefined,
    data: Readonly<Record<string, Json>>,
  ): Promise<readonly RightsChange[] | undefined>
  /** What another user may do, model by model: those that are not there may not be known; for administrators. */
  mayOf(user: string, signal?: AbortSignal): Promise<readonly ModelMeta[]>
  /** Who changed rights last, before the part that a token stands for; for administrators. */
  accessChanges(of: AccessChangesOf, after: string | undefined, signal?: AbortSignal): Promise<AccessChangesPage>
  /** Who looked as whom last, by the username of who looked; empty: all. `after` is where the next part begins. */
  looks(user: string, after: number | undefined, signal?: AbortSignal): Promise<LooksPage>
  createKey(data: Readonly<Record<string, Json>>): Promise<MadeKey>
  /** Makes a key in place of another one, which ends after the overlap, such as `24h`. */
  rotateKey(id: number, overlap: string): Promise<MadeKey>
  /** Ends all sessions of another user, and answers how many. */
  endSessionsOf(user: number): Promise<number>
}
