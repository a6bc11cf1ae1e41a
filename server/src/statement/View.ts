import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Grant } from '../permission/Grant.ts'
import { Sight } from '../permission/Sight.ts'
import { type Sql, sql } from '../sql/sql.ts'

/** Through whose eyes a statement reads. */
export interface View {
  readonly sight: Sight
  /** All models as they are: what a rule asks of a record need not be seen. */
  readonly models: Models
  /** The id of the user who looks, as SQL. */
  readonly viewer: Sql
}

/** That of the service itself, on behalf of somebody where rules ask for them. */
export function wholeView(models: Models, userId: number | null = null): View {
  return { sight: Sight.whole(models), models, viewer: sql`${userId}::bigint` }
}

/** That of who asked for one statement alone. */
export function viewOf({ rights, userId }: Grant, models: Models): View {
  return { sight: rights.sight, models, viewer: sql`${userId}::bigint` }
}

/** What a statement is shared by: who sees the same. */
export function sightKey({ rights }: Grant): string {
  return rights.sight.key
}

/** The same for a statement that has one viewer alone: each user apart where it depends on who looks what is seen from a model on. */
export function lookKey({ rights, userId }: Grant, model: Model): string {
  const { sight } = rights
  return sight.isPersonal(model) ? `${sight.key} of ${userId}` : sight.key
}
