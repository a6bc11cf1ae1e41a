import { labelOf } from './kinds.ts'
import type { FieldMeta } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'

/** What is declared of a field beside its name, type and label, in words, for developers. */
export function describeOptions(field: FieldMeta & Declared, { models: words }: Words): string {
  const { max, min, default: value, precision, scale, pattern, format, view, by, formula, template } = field
  const labels = (values: readonly string[]) => values.map((each) => labelOf(each, field)).join(', ')
  const currency = typeof field.currency === 'object' ? field.currency.field : field.currency
  return [
    ...flags.filter((flag) => field[flag]).map((flag) => words.flags[flag] ?? flag),
    typeof precision === 'number' ? words.digits(precision, scale ?? 0) : undefined,
    min === undefined ? undefined : words.least(String(min)),
    max === undefined ? undefined : words.most(String(max)),
    format && words.format(format),
    pattern && words.pattern(pattern),
    field.values && words.values(labels(field.values.filter((each) => !field.retired?.includes(each)))),
    field.retired && words.retired(labels(field.retired)),
    value === undefined || value === null ? undefined : words.default(shownDefault(value, field)),
    formula === undefined && template === undefined ? undefined : words.formula(formula ?? template ?? ''),
    field.function && words.rollup(field.function, field.of ?? ''),
    by && words.by(by),
    field.onDelete && (words.onDelete[field.onDelete] ?? field.onDelete),
    view && words.view(view),
    currency && words.currency(currency),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ')
}

/** What only this page shows. */
interface Declared {
  readonly formula?: string
  /** The template of a computed text, or of a series. */
  readonly template?: string
}

const flags = ['required', 'unique', 'indexed', 'multiline', 'secret'] as const

/** A default: a value, a variable, or the expression that computes it. */
function shownDefault(value: NonNullable<FieldMeta['default']>, field: FieldMeta): string {
  if (typeof value === 'string') return labelOf(value, field)
  const expression = typeof value === 'object' && 'expression' in value ? value.expression : undefined
  return typeof expression === 'string' ? expression : JSON.stringify(value)
}
