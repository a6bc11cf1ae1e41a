import { functionsOf, readFigures } from '../../../chart/Figure.ts'
import type { FigureOf } from '../../../chart/groupHeads.ts'
import { kindOf } from '../../../field/kinds.ts'
import { type Column, type FindModel, findPath } from '../../../meta/columns.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'

/** The figures of a list, as far as its fields have them and the user may see them. */
export function figuresOf({ footer }: ListRoute, model: ModelMeta, find: FindModel): FigureOf[] {
  return readFigures(footer).flatMap((figure) => {
    const field = findPath(model, figure.path, find)?.field
    return field && functionsOf(field).includes(figure.of) ? [{ ...figure, field }] : []
  })
}

/** Where a figure stands: as the values of its column do, sums behind a line. */
export function lookOfFigure({ field }: Column, figure: FigureOf | undefined): string {
  if (!figure) return 'grid-skip'
  const isNumber = figure.of === 'filled' || figure.of === 'countDistinct'
  const side = kindOf(field).aligned === 'end' || isNumber ? 'grid-end' : 'grid-start'
  return figure.of === 'sum' ? `${side} grid-figure` : side
}
