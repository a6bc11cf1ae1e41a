import type { Condition } from '../../criteria/Condition.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { dependsOnUser } from '../../permission/analyzeCondition.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { Visibility } from '../../permission/Visibility.ts'
import { type Sql, sql } from '../../sql/sql.ts'

/** What a statement may read, and on whose behalf. */
export interface ReadScope {
  readonly visibility: Visibility
  /** All models with all their fields: the condition of a rule may use fields that the user cannot see. */
  readonly models: Models
  /** The id of the user who reads, as SQL. */
  readonly viewer: Sql
  /** Values of conditions become constants in the text: those of declarations, which no client chooses. */
  readonly isInlined?: true
  /** Archived records are there as others are: rights and checks do not change when a record is archived. */
  readonly withArchived?: true
}

/** The scope of the service itself, which sees everything. `userId` is the user in the conditions of rules. */
export function wholeScope(models: Models, userId: number | null = null): ReadScope {
  return { visibility: Visibility.whole(models), models, viewer: sql`${userId}::bigint`, withArchived: true }
}

/** The scope of a statement with one caller. */
export function scopeOf({ rights, userId }: Authorization, models: Models): ReadScope {
  return { visibility: rights.visibility, models, viewer: sql`${userId}::bigint` }
}

/** Callers with the same key see the same, so they can share a statement. */
export function visibilityKey({ rights }: Authorization): string {
  return rights.visibility.key
}

/**
 * The same for a statement with a single viewer. Users get separate keys if the condition of the search depends on the
 * user, or the visibility of this model or of a model that can be reached from it.
 */
export function viewerKey({ rights, userId }: Authorization, model: Model, condition?: Condition): string {
  const { visibility } = rights
  return visibility.isPersonal(model) || (condition && dependsOnUser(condition))
    ? `${visibility.key} of ${userId}`
    : visibility.key
}
