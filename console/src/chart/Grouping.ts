import { auditFields, type FindModel, findPath } from '../meta/columns.ts'
import { familyOf } from '../meta/fieldTypes.ts'
import type { FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'
import { type Period, periods } from './Chart.ts'
import { type ChartField, groupFields, isTime } from './chartFields.ts'

/** A field that a list is grouped by; a date by its periods. */
export interface Grouping {
  readonly path: string
  readonly by: Period | undefined
}

/** What a list is grouped by, from the form of the address: `customer`, or `dueOn:month`. */
export function readGroupings(texts: readonly string[]): Grouping[] {
  return texts.map((text) => {
    const [path = '', by] = text.split(':', 2)
    return { path, by: periods.find((each) => each === by) }
  })
}

/** The form of the address. */
export function writeGroupings(groupings: readonly Grouping[]): string[] {
  return groupings.map(({ path, by }) => (by === undefined ? path : `${path}:${by}`))
}

/** A field that a list is grouped by, with what is known of it. */
export interface GroupField extends Grouping {
  readonly label: string
  readonly field: FieldMeta
}

/** The most fields that a list is grouped by. */
export const mostLevels = 3

/** The fields of groups, as far as the model has them and the user may see them. */
export function groupFieldsOf(groupings: readonly Grouping[], model: ModelMeta, find: FindModel): GroupField[] {
  return groupings.slice(0, mostLevels).flatMap(({ path, by }) => {
    const end = findPath(model, path, find)
    if (!end || !canGroup(end.field)) return []
    return [{ path, ...end, by: isTime(end.field) ? (by ?? 'month') : undefined }]
  })
}

/** Whether records can be grouped by a field: its values can be compared, and the user may read them all. */
export function canGroup(field: FieldMeta): boolean {
  const { type, may, secret, multiline, view, currency } = field
  if (may?.read === 'none' || secret === true || type === 'rollup' || type === 'choices') return false
  // Amounts in several currencies are not the same where their digits are.
  if (typeof currency === 'object' || multiline === true || view === 'markdown' || view === 'code') return false
  return ['choice', 'time', 'text', 'number'].includes(familyOf(field))
}

/** What a list may be grouped by: first what has few values, then the other fields of the model. */
export function groupingsOf(model: ModelMeta, find: FindModel): ChartField[] {
  const few = groupFields(model, find).filter(({ field }) => canGroup(field))
  const known = new Set(few.map(({ path }) => path))
  const others = [...model.fields, ...auditFields].filter((field) => canGroup(field) && !known.has(field.name))
  return [...few, ...others.map((field) => ({ path: field.name, label: field.label, field }))]
}
