import { auditFields, type FindModel, findPath } from '../meta/columns.ts'
import { familyOf } from '../meta/fieldTypes.ts'
import type { FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'
import { type Chart, count } from './Chart.ts'
import { functionsOf } from './Figure.ts'

/** A field that a chart can use. */
export interface ChartField {
  readonly path: string
  readonly label: string
  readonly field: FieldMeta
}

/** The fields that records can be grouped by: few values, other records, or time; also those of referenced records. */
export function groupFields(model: ModelMeta, find: FindModel): ChartField[] {
  const own = [...model.fields, ...auditFields].filter(isShown)
  const far = model.fields
    .filter(({ type }) => type === 'reference')
    .flatMap((step) =>
      (find(step.target ?? '')?.fields ?? [])
        .filter((field) => isShown(field) && !isTime(field))
        .map((field) => ({ path: `${step.name}.${field.name}`, label: `${step.label} › ${field.label}`, field })),
    )
  return [...own.map((field) => ({ path: field.name, label: field.label, field })), ...far]
}

function isShown(field: FieldMeta): boolean {
  return isGrouped(field) && field.may?.read !== 'none'
}

/** Few values, other records, or time. */
function isGrouped(field: FieldMeta): boolean {
  return familyOf(field) === 'choice' || field.type === 'currency' || isTime(field)
}

/** Whether a field is drawn as a line over time. */
export function isTime(field: FieldMeta): boolean {
  return familyOf(field) === 'time'
}

/**
 * The number fields of a model, of which sums and averages can be drawn. Amounts of several currencies are never added
 * up: they are drawn by currency alone.
 */
export function measureFields(model: ModelMeta, groupedBy: string): ChartField[] {
  const isMixed = ({ currency }: FieldMeta) => typeof currency === 'object' && currency.field !== groupedBy
  return model.fields
    .filter((field) => functionsOf(field).includes('sum') && !isMixed(field))
    .map((field) => ({ path: field.name, label: field.label, field }))
}

/** The chart that a model begins with: by its first choice, else by another field with few values, else by time. */
export function firstChart(model: ModelMeta, find: FindModel): Chart {
  const fields = groupFields(model, find)
  const isOwn = ({ path }: ChartField) => model.fields.some(({ name }) => name === path)
  const first =
    fields.find((each) => isOwn(each) && each.field.type === 'choice') ??
    fields.find((each) => isOwn(each) && !isTime(each.field))
  return first ? { path: first.path, by: undefined, measure: count } : byMonth('createdOn')
}

/** The chart by another field. It counts if what it measured can't be measured by that field. */
export function regroup({ by, measure }: Chart, { path, field }: ChartField, model: ModelMeta): Chart {
  const isMeasured = measure.of !== 'count' && measureFields(model, path).some((each) => each.path === measure.path)
  return { path, by: isTime(field) ? (by ?? 'month') : undefined, measure: isMeasured ? measure : count }
}

/** A chart by month. */
export function byMonth(path: string): Chart {
  return { path, by: 'month', measure: count }
}

/** The field of a chart with its label; undefined if the chart is of nothing that the model has. */
export function findChartField(chart: Chart, model: ModelMeta, find: FindModel): ChartField | undefined {
  const end = findPath(model, chart.path, find)
  const { measure } = chart
  const isMeasured =
    measure.of === 'count' || measureFields(model, chart.path).some(({ path }) => path === measure.path)
  if (!end || !isMeasured || !isGrouped(end.field) || isTime(end.field) !== (chart.by !== undefined)) return undefined
  return { path: chart.path, ...end }
}
