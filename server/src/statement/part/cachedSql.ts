import { type Sql, written } from '../../sql/sql.ts'
import { type Shape, toKey } from './Shape.ts'
import type { ReadScope } from './ReadScope.ts'

/**
 * A piece of a statement that follows from what somebody sees and from the shape alone: its text is put together
 * once, since that takes longer than all else that is done for a write. Values are never kept: a piece that carries
 * any is made anew each time.
 */
export function cachedSql(scope: ReadScope, shape: Shape, make: () => Sql): Sql {
  const whole = toWholeKey(scope, toKey(shape))
  return (whole === undefined ? undefined : scope.visibility.cached(whole, () => toText(make()), sizeOf)) ?? make()
}

/**
 * It may also depend on how the statement names who looks, unless everything is seen; undefined where that is a
 * value.
 */
function toWholeKey({ visibility, viewer }: ReadScope, key: string): string | undefined {
  if (visibility.isWhole) return key
  return viewer.carriesValues ? undefined : `${key} for ${viewer.toText()}`
}

function toText(piece: Sql): Sql | undefined {
  return piece.carriesValues ? undefined : written(piece)
}

function sizeOf(piece: Sql | undefined): number {
  return piece?.toText().length ?? 0
}
