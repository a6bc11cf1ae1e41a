import { didYouMean } from '../../../text/didYouMean.ts'
import type { Model } from '../../Model.ts'
import type { Field } from '../Field.ts'
import type { SeriesField } from '../series.ts'
import { isSecret } from '../text.ts'
import { checkPer } from './checkPer.ts'
import { partsOf, type Source, type TemplatePart, toWord, units } from './template.ts'

type FindModel = (name: string) => Model | undefined

const maxDigits = 15
const maxTemplateLength = 100
/** The most characters of a value in a number. */
export const maxPartLength = 100
export const example = "series('INV-{year}-{number:5}')"

/** Returns the mistakes of a series. Each message says what to write instead. */
export function checkSeries(field: SeriesField, model: Model, findModel: FindModel): string[] {
  const { template } = field
  if (typeof template !== 'string' || template.length > maxTemplateLength || template.includes('\0'))
    return [`a series needs a template of at most ${maxTemplateLength} characters, such as ${example}`]
  if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) return [`the template has a brace alone: write ${example}`]
  if (template.includes('\n') || template.includes('\r')) return ['the template must be one line']
  const parts = partsOf(template, model)
  const mistakes = [
    ...parts.flatMap((part) => checkPart(part, model, findModel)),
    ...checkNumber(parts),
    ...checkDays(sourcesOf(parts)),
    ...checkApart(parts),
    ...checkFlags(field),
  ]
  return mistakes.length > 0 ? mistakes : checkPer(field, sourcesOf(parts), model, findModel)
}

function sourcesOf(parts: readonly TemplatePart[]): Source[] {
  return parts.flatMap((part) => (part.is === 'source' ? [part.source] : []))
}

function checkPart(part: TemplatePart, model: Model, findModel: FindModel): string[] {
  if (part.is === 'text') return /\{/.test(part.text) ? [unknownWord(part.text.slice(1, -1), [])] : []
  if (part.is === 'number') return []
  const { source, short } = part
  const word = toWord(source)
  if (short && (source.is === 'value' || !/year$/i.test(source.unit)))
    return [`the template names {${word}:2}: only years can be shortened to two digits`]
  return source.is === 'value' ? checkValue(source, model, findModel) : []
}

type ValueSource = Extract<Source, { is: 'value' }>

function checkValue(source: ValueSource, model: Model, findModel: FindModel): string[] {
  const word = toWord(source)
  const own = model.fields.find(({ name }) => name === source.field)
  if (!own) return [unknownWord(word, [...units, ...model.fields.map(({ name }) => name)])]
  if (source.of === undefined) return checkValueField(own, word)
  if (own.type === 'date')
    return [`the template names {${word}}: a date has ${list(units.map((u) => `{${own.name}.${u}}`))}`]
  const target = own.type === 'reference' ? findModel(own.target) : undefined
  // The mistake is then the reference's own.
  if (!target && own.type === 'reference') return []
  if (!target) return [`the template names {${word}}, and ${own.name} is not a reference: write {${own.name}}`]
  const field = target.fields.find(({ name }) => name === source.of)
  if (!field)
    return [
      `the template names {${word}}, which is not a field of ${target.name}.${didYouMean(
        source.of,
        target.fields.map(({ name }) => name),
      )}`,
    ]
  return checkValueField(field, word)
}

function checkValueField(field: Field, word: string): string[] {
  const { type } = field
  if (type === 'date') return [`the template names the date {${word}}: write {${word}.year} or {${word}.fiscalYear}`]
  if (type === 'reference')
    return [`the template names the reference {${word}}: write a field of it, such as {${word}.code}`]
  if ((type !== 'text' && type !== 'choice' && type !== 'integer') || isSecret(field))
    return [`the template names {${word}}: only texts, choices, whole numbers and parts of dates can be in a number`]
  if (type === 'choice' && 'multiple' in field && field.multiple)
    return [`the template names {${word}}, which has several values: choose a field with one`]
  if (type === 'text' && (field.max === undefined || field.max > maxPartLength))
    return [
      `the template names {${word}}, whose texts are too long for a number: give it max: ${maxPartLength} or less`,
    ]
  return []
}

function unknownWord(word: string, known: readonly string[]): string {
  return (
    `the template names {${word}}: it takes {number:5}, {year}, {month}, {day}, {fiscalYear}, a field of the record ` +
    `such as {code} or {issuedOn.year}, or of one that it refers to: {department.code}.${didYouMean(word, known)}`
  )
}

function list(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function checkNumber(parts: readonly TemplatePart[]): string[] {
  const digits = parts.flatMap((part) => (part.is === 'number' ? [part.digits ?? '1'] : []))
  const isFit = ([only = '0', ...others]: string[]) =>
    others.length === 0 && /^[1-9]\d?$/.test(only) && Number(only) <= maxDigits
  return isFit(digits) ? [] : [`the template needs {number} once, with at most ${maxDigits} digits such as {number:5}`]
}

/** The numbers of a month would come again in the next year. */
function checkDays(sources: readonly Source[]): string[] {
  const words = sources.map(toWord)
  const starts = new Set(
    sources.flatMap((one) => (one.is === 'date' ? [`${one.field}.`] : one.is === 'writeDay' ? [''] : [])),
  )
  return [...starts].flatMap((start) => {
    const has = (unit: string) => words.includes(`${start}${unit}`)
    const hasYear = has('year') || has('fiscalYear')
    return [
      ...(has('month') && !hasYear
        ? [`{${start}month} needs {${start}year}: the numbers of a month would come again a year later`]
        : []),
      ...(has('day') && !(has('month') && hasYear)
        ? [`{${start}day} needs {${start}month} and {${start}year}: its numbers would come again a month later`]
        : []),
    ]
  })
}

/** `{code}{number}` would make A1 and 1 the same as A and 11. */
function checkApart(parts: readonly TemplatePart[]): string[] {
  const isOpen = (part: TemplatePart | undefined) =>
    part?.is === 'number' || (part?.is === 'source' && part.source.is === 'value')
  const shown = (part: TemplatePart | undefined) => (part?.is === 'source' ? `{${toWord(part.source)}}` : '{number}')
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    if (!isOpen(part) || !isOpen(next)) return []
    return [`nobody could tell ${shown(part)} and ${shown(next)} apart: write a character between them`]
  })
}

function checkFlags({ unique, gapless, moves, when }: SeriesField): string[] {
  const isFlag = (value: unknown) => value === undefined || typeof value === 'boolean'
  return [
    ...(unique ? [] : [`a series is always unique: declare it with ${example}, and leave unique out`]),
    ...(isFlag(gapless) ? [] : ['gapless must be true or false']),
    ...(isFlag(moves) ? [] : ['moves must be true, or left out']),
    ...(when === undefined || (typeof when === 'object' && when !== null)
      ? []
      : ["when must be criteria, such as when: { fieldName: 'status', operator: '=', value: 'issued' }"]),
  ]
}
