import { type Sql, written } from '../sql/sql.ts'
import { type Shape, toKey } from './Shape.ts'
import type { ReadScope } from './condition/ReadScope.ts'

/**
 * A piece of a statement that depends only on the visibility and the shape. Its text is assembled once, because that
 * takes longer than all other work for a write. Values are never cached: a piece that has values is made again each
 * time.
 */
export function cachedSql(scope: ReadScope, shape: Shape, make: () => Sql): Sql {
  const key = toCacheKey(scope, toKey(shape))
  return (key === undefined ? undefined : scope.visibility.cached(key, () => toText(make()), sizeOf)) ?? make()
}

/**
 * Unless everything is visible, the piece may also depend on the SQL that names the viewer. Undefined if that SQL is a
 * value.
 */
function toCacheKey({ visibility, viewer }: ReadScope, key: string): string | undefined {
  if (visibility.isWhole) return key
  return viewer.carriesValues ? undefined : `${key} for ${viewer.toText()}`
}

function toText(piece: Sql): Sql | undefined {
  return piece.carriesValues ? undefined : written(piece)
}

function sizeOf(piece: Sql | undefined): number {
  return piece?.toText().length ?? 0
}
