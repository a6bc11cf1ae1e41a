import type { Model } from '../../Model.ts'

/** The parts of a day that a number can have. A fiscal year is named by the year in which it begins. */
export const units = ['year', 'month', 'day', 'fiscalYear'] as const
export type Unit = (typeof units)[number]

/** What a number depends on: the day of the write, a date of the record, or a value of it or of one it refers to. */
export type Source =
  | { readonly is: 'writeDay'; readonly unit: Unit }
  | { readonly is: 'date'; readonly field: string; readonly unit: Unit }
  | { readonly is: 'value'; readonly field: string; readonly of?: string }

/** One part of a template. */
export type TemplatePart =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly digits: string | undefined }
  /** `short`: a year has its last two digits. */
  | { readonly is: 'source'; readonly source: Source; readonly short: boolean }

/** The parts of a template. Its words are not checked: `checkSeries` finds the mistakes. */
export function partsOf(template: string, model: Pick<Model, 'fields'>): TemplatePart[] {
  const pieces = template.split(/(\{[^{}]*\})/).filter((piece) => piece !== '')
  return pieces.map((piece): TemplatePart => {
    const [, word, digits] = /^\{([\w.]*)(?::(\d+))?\}$/.exec(piece) ?? []
    if (word === undefined) return { is: 'text', text: piece }
    if (word === 'number') return { is: 'number', digits }
    return { is: 'source', source: toSource(word, model), short: digits === '2' }
  })
}

/** What a word of a template or of `per` stands for: `year`, `issuedOn.fiscalYear`, `department`, `department.code`. */
export function toSource(word: string, { fields }: Pick<Model, 'fields'>): Source {
  const [field = '', of] = word.split('.')
  if (of === undefined && isUnit(field)) return { is: 'writeDay', unit: field }
  const isDate = fields.some(({ name, type }) => name === field && type === 'date')
  if (isDate && of !== undefined && isUnit(of)) return { is: 'date', field, unit: of }
  return { is: 'value', field, ...(of === undefined ? {} : { of }) }
}

/** The word for a source, as templates and `per` have it. */
export function toWord(source: Source): string {
  if (source.is === 'writeDay') return source.unit
  if (source.is === 'date') return `${source.field}.${source.unit}`
  return source.of === undefined ? source.field : `${source.field}.${source.of}`
}

function isUnit(word: string): word is Unit {
  return (units as readonly string[]).includes(word)
}
