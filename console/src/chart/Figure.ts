import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Formats } from '../field/FieldKind.ts'
import { asText, showValue } from '../field/kinds.ts'
import { familyOf } from '../meta/fieldTypes.ts'
import { trimZeros } from './exact.ts'

/** What can be computed of the values of a column, as aggregate calls it. */
export const figureFunctions = ['sum', 'avg', 'min', 'max', 'countDistinct', 'filled'] as const
export type FigureFunction = (typeof figureFunctions)[number]

/** A figure of a list: a function over the values of a field. */
export interface Figure {
  readonly path: string
  readonly of: FigureFunction
}

/** The figures of a list, from the form of the address: `total:sum`. What has no such function is none. */
export function readFigures(footer: readonly string[]): Figure[] {
  return footer.flatMap((text) => {
    const [path = '', called] = text.split(':', 2)
    const of = figureFunctions.find((each) => each === called)
    return of ? [{ path, of }] : []
  })
}

/** Figures as aggregate answers them, by function and field. */
export type Figures = { readonly [of in FigureFunction]?: { readonly [path: string]: Json } }

/** The functions that a field has: numbers are added up, dates have a first and a last one. */
export function functionsOf(field: FieldMeta): readonly FigureFunction[] {
  const { type, may, secret, resolved } = field
  if (may?.read === 'none' || secret === true) return []
  const shown = resolved?.result ?? field
  const family = shown.type === 'rollup' ? 'number' : familyOf(shown)
  if (type === 'collection' || type === 'links' || family === 'opaque') return []
  if (family === 'number') return figureFunctions
  return family === 'time' ? ['min', 'max', 'countDistinct', 'filled'] : ['countDistinct', 'filled']
}

/** Whether the amounts of a field are in several currencies: then they are asked for apart, and may be refused. */
export function isMixed({ currency }: FieldMeta): boolean {
  return typeof currency === 'object'
}

/** What aggregate is asked for figures, a list of fields for each function. */
export function figureLists(figures: readonly Figure[]): { readonly [of in FigureFunction]?: readonly string[] } {
  const by = Map.groupBy(figures, ({ of }) => of)
  return Object.fromEntries([...by].map(([of, each]) => [of, each.map(({ path }) => path)]))
}

/** A figure in words, exact; undefined where there is none, as for the greatest of no value. */
export function showFigure(
  { path, of }: Figure,
  figures: Figures,
  field: FieldMeta,
  formats: Formats,
  currency?: string,
): string | undefined {
  const value = figures[of]?.[path]
  if (value === undefined || value === null) return undefined
  if (of === 'countDistinct' || of === 'filled') return formats.number(asText(value))
  const exact = of === 'avg' ? withScale(trimZeros(asText(value)), field) : value
  const shown: FieldMeta = currency === undefined ? field : { ...field, currency }
  return showValue(exact, shown, formats)
}

/** An average with at least the digits that the values have. */
function withScale(digits: string, { scale, result, resolved }: FieldMeta): string {
  const least = scale ?? result?.scale ?? resolved?.result.scale ?? 0
  const [whole = '0', after = ''] = digits.split('.')
  return after.length >= least ? digits : `${whole}.${after.padEnd(least, '0')}`
}
