import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { Visibility } from '../../permission/Visibility.ts'
import { type Sql, sql } from '../../sql/sql.ts'

/** Through whose eyes a statement reads. */
export interface ReadScope {
  readonly visibility: Visibility
  /** All models as they are: what a rule asks of a record need not be seen. */
  readonly models: Models
  /** The id of the user who looks, as SQL. */
  readonly viewer: Sql
}

/** That of the service itself, on behalf of somebody where rules ask for them. */
export function wholeScope(models: Models, userId: number | null = null): ReadScope {
  return { visibility: Visibility.whole(models), models, viewer: sql`${userId}::bigint` }
}

/** That of who asked for one statement alone. */
export function scopeOf({ rights, userId }: Authorization, models: Models): ReadScope {
  return { visibility: rights.visibility, models, viewer: sql`${userId}::bigint` }
}

/** What a statement is shared by: who sees the same. */
export function visibilityKey({ rights }: Authorization): string {
  return rights.visibility.key
}

/** The same for a statement that has one viewer alone: each user apart where it depends on who looks what is seen from a model on. */
export function viewerKey({ rights, userId }: Authorization, model: Model): string {
  const { visibility } = rights
  return visibility.isPersonal(model) ? `${visibility.key} of ${userId}` : visibility.key
}
