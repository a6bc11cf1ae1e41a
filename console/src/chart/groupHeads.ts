import type { Formats } from '../field/FieldKind.ts'
import { asText } from '../field/kinds.ts'
import { familyOf } from '../meta/fieldTypes.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import { labelOfGroup } from '../field/labelOfGroup.ts'
import { titleOfLink } from '../field/titleOfLink.ts'
import { type Figure, figureLists, type Figures, isMixed, showFigure } from './Figure.ts'
import type { GroupField } from './Grouping.ts'
import type { Group } from './Groups.ts'
import { showPeriod } from './periods.ts'

/** The most groups that are shown of one level. */
export const mostGroups = 1_000

/** A figure that is shown, with the field it is of. */
export interface FigureOf extends Figure {
  readonly field: FieldMeta
}

/** What is known of a figure. */
export type FigureValue =
  | { readonly is: 'known'; readonly text: string }
  | { readonly is: 'none' }
  | { readonly is: 'awaited' }
  | { readonly is: 'unknown'; readonly why: string }

/** The figures of one currency each: they are asked for by currency, and never added up over it. */
export interface MixedFigures {
  readonly currency: string
  readonly figures: readonly FigureOf[]
}

/** Figures that one aggregate has, and those of several currencies, unless the records are grouped by them. */
export function splitFigures(figures: readonly FigureOf[], groupedBy: string | undefined) {
  const currencyOf = ({ path, field: { currency } }: FigureOf) =>
    typeof currency === 'object' ? path.replace(/[^.]*$/, currency.field) : ''
  const isApart = (figure: FigureOf) =>
    isMixed(figure.field) && figure.of !== 'countDistinct' && figure.of !== 'filled' && currencyOf(figure) !== groupedBy
  const mixed = [...Map.groupBy(figures.filter(isApart), currencyOf)]
  return {
    plain: figures.filter((figure) => !isApart(figure)),
    mixed: mixed.map(([currency, each]): MixedFigures => ({ currency, figures: each })),
  }
}

/** What aggregate is asked of a level of groups: their number of records and figures. */
export function headsRequest({ path, by, field }: GroupField, figures: readonly Figure[], timeZone: string) {
  const zone = (field.result?.type ?? field.type) === 'dateTime' ? { timeZone } : {}
  return {
    groupBy: [by === undefined ? path : { fieldName: path, by, ...zone }],
    ...figureLists(figures),
    sortBy: [path],
    limit: mostGroups,
  }
}

/** What is called a group: the title of a record, a period, or the value in words. */
export function titleOfGroup(value: Json, { field, by }: GroupField, formats: Formats): string {
  if (value === null) return formats.words.criteria.noValueOption
  if (by) return showPeriod(asText(value), by, formats.language)
  if (typeof value === 'object' && !Array.isArray(value)) return titleOfLink(value)
  return labelOfGroup(value, field, formats.words)
}

/** Groups in the order in which people look for them: as declared, by time, by number, or by title. */
export function sortGroups<Group extends { readonly value: Json; readonly title: string }>(
  groups: readonly Group[],
  { field, by }: GroupField,
  isDescending: boolean,
  language: string,
): Group[] {
  const { values = [] } = field
  const collator = new Intl.Collator(language, { numeric: true })
  const compare = (one: Group, other: Group): number => {
    // Groups without a value come last, as records do.
    if (one.value === null || other.value === null) return one.value === null ? 1 : -1
    const sign = isDescending ? -1 : 1
    if (values.length > 0) return sign * (values.indexOf(asText(one.value)) - values.indexOf(asText(other.value)))
    if (familyOf(field) === 'number') return sign * (Number(one.value) - Number(other.value))
    const isPlain = by !== undefined || typeof one.value === 'boolean'
    return (
      sign * (isPlain ? compareTexts(asText(one.value), asText(other.value)) : collator.compare(one.title, other.title))
    )
  }
  return [...groups].sort(compare)
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** A figure of a group, or of all records. */
export function figureValue(figure: FigureOf, found: Figures, formats: Formats, currency?: string): FigureValue {
  const text = showFigure(figure, found, figure.field, formats, currency)
  return text === undefined ? { is: 'none' } : { is: 'known', text }
}

/** The figures of each currency beside each other, without those of records that have none. */
export function mixedValue(
  figure: FigureOf,
  currency: string,
  groups: readonly Group[],
  formats: Formats,
): FigureValue {
  const texts = groups.flatMap((group) => {
    const code = group.group[currency]
    const text = showFigure(figure, group, figure.field, formats, typeof code === 'string' ? code : undefined)
    return text === undefined || code === null ? [] : [text]
  })
  return texts.length === 0 ? { is: 'none' } : { is: 'known', text: texts.join(' · ') }
}
