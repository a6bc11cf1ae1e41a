import { keyIdOf } from '../../permission/Authorization.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import type { Shape } from '../Shape.ts'

/** A part of the shape of a write: with an Idempotency-Key, and by an API key, its statement has more columns. */
export function contextPart({ authorization, idempotency }: WriteContext): Shape {
  return [idempotency !== undefined, keyIdOf(authorization) !== undefined]
}

/** The columns of the context that the journal needs. A write by a session carries nothing about API keys. */
export function carriedColumns({ authorization }: WriteContext): string[] {
  return keyIdOf(authorization) === undefined ? ['_by', '_request'] : ['_by', '_request', '_via']
}

/** Who wrote, in which request and with which API key, as SQL: columns of a source, or values that all rows share. */
export interface ContextSql {
  readonly by: Sql
  readonly request: Sql
  /** Absent if no API key writes. */
  readonly via?: Sql
  /** The change set of all rows, if the statement makes one. In a transaction the column's default names it. */
  readonly changeSet?: Sql
}

/** The context columns of a source; without a context, those of the service's own writes. */
export function contextIn(source: string, context?: WriteContext): ContextSql {
  const own = { by: column(source, '_by'), request: column(source, '_request') }
  return context && keyIdOf(context.authorization) !== undefined ? { ...own, via: column(source, '_via') } : own
}

/** The context that all writes share; undefined if they differ or have an Idempotency-Key. */
export function findSharedContext(contexts: readonly WriteContext[]): WriteContext | undefined {
  const [first] = contexts
  if (!first || first.idempotency) return undefined
  const { authorization, requestId } = first
  return contexts.every(
    (context) =>
      context.authorization.userId === authorization.userId &&
      context.requestId === requestId &&
      keyIdOf(context.authorization) === keyIdOf(authorization),
  )
    ? first
    : undefined
}

/** The table `shared` with the context of all writes, so that its values occur only once in the statement. */
export function sharedTable({ authorization, requestId }: WriteContext): Sql {
  const key = keyIdOf(authorization)
  const via = key === undefined ? sql`` : sql`, ${key}::bigint as via`
  return sql`shared as (select ${authorization.userId}::bigint as by, ${requestId}::text as request${via})`
}

/** The context in that table. */
export function sharedContextOf({ authorization }: WriteContext): ContextSql {
  if (keyIdOf(authorization) === undefined) return sharedContext
  return { ...sharedContext, via: sql`(select shared.via from shared)` }
}

/** The author and the request id in that table. */
export const sharedContext: ContextSql = {
  by: sql`(select shared.by from shared)`,
  request: sql`(select shared.request from shared)`,
}
