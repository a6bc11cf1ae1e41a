import type { ChangesCall } from '../call/ChangesCall.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { digestRights } from '../permission/digestRights.ts'
import { permitList } from '../permission/permit.ts'
import { type ChangeTokens, hasRights, type FeedPosition } from './changeToken.ts'

/** A position of the feed, its oldest entry that is kept, or the present end. */
export type Beginning = FeedPosition | 'start' | 'now'

/** Reads changes of some models from a position on. */
export interface ChangesPlan {
  readonly models: readonly Model[]
  readonly authorization: Authorization
  readonly after: Beginning
  readonly limit: number
  /** Each change has the record as it is now. */
  readonly withRecord?: true
  /** A digest of the caller's rights, for the next token. */
  readonly rights: string
  /** Whether the token was made with other rights: what the caller has read may show more or less now. */
  readonly isReset: boolean
}

/** What a page is planned from. */
export type AskedChanges = Pick<ChangesCall, 'models' | 'after' | 'limit' | 'withRecord'>

/** Plans a page of changes. Without names, it has the models of the application that the caller may read. */
export function planChanges(
  { models: names, after, limit, withRecord }: AskedChanges,
  authorization: Authorization,
  tokens: ChangeTokens,
): ChangesPlan {
  const models = followedModels(names, authorization)
  const digest = digestRights(authorization.credential) ?? ''
  const content = after === undefined || after === 'start' ? undefined : tokens.read(after)
  return {
    models,
    authorization,
    after: content ?? (after === 'start' ? 'start' : 'now'),
    limit,
    ...(withRecord ? { withRecord } : {}),
    rights: digest,
    isReset: content !== undefined && !hasRights(content, digest),
  }
}

/** The models that are named; without names, those of the application that the caller may read. */
export function followedModels(names: readonly string[] | undefined, { rights }: Authorization): Model[] {
  if (names) return [...new Set(names)].map((name) => permitList(name, rights))
  return rights.known.all.filter((model) => !isBuiltIn(model.name) && rights.of(model, 'read').length > 0)
}
