import { didYouMean } from '../../../text/didYouMean.ts'
import type { Model } from '../../Model.ts'
import type { SeriesField } from '../series.ts'
import { type Source, toSource, toWord, units } from './template.ts'

type FindModel = (name: string) => Model | undefined

/** Returns the mistakes in what a series counts by: the template must tell all its periods apart. */
export function checkPer(
  field: SeriesField,
  inTemplate: readonly Source[],
  model: Model,
  findModel: FindModel,
): string[] {
  const { per, moves } = field
  if (per !== undefined && (!Array.isArray(per) || !per.every((word) => typeof word === 'string')))
    return ["per must be a list of what the count begins anew with, such as per: ['department', 'issuedOn.year']"]
  if (per && new Set(per).size < per.length) return ['per must not name the same twice']
  const sources = per?.map((word) => toSource(word, model)) ?? inTemplate
  const mistakes = per ? sources.flatMap((source) => checkSource(source, inTemplate, model, findModel)) : []
  if (mistakes.length > 0 || moves) return mistakes
  return sources.flatMap((source) => checkClear(source, model))
}

function checkSource(source: Source, inTemplate: readonly Source[], model: Model, findModel: FindModel): string[] {
  const word = toWord(source)
  if (inTemplate.some((other) => toWord(other) === word)) return []
  if (source.is !== 'value') return [`two periods would get the same number: write {${word}} in the template`]
  const own = model.fields.find(({ name }) => name === source.field)
  if (!own) {
    const known = [...units, ...model.fields.map(({ name }) => name)]
    return [`per names "${word}", which is not a field of the model.${didYouMean(word, known)}`]
  }
  if (own.type !== 'reference' || source.of !== undefined) {
    if (own.type === 'date') return [`per names the date ${word}: write ${own.name}.year or ${own.name}.fiscalYear`]
    return [`two values of ${word} would get the same number: write {${word}} in the template`]
  }
  const target = findModel(own.target)
  // The mistake is then the reference's own.
  if (!target) return []
  const keys = target.fields.filter(({ unique, required }) => unique && required)
  const isToldApart = inTemplate.some(
    (other) => other.is === 'value' && other.field === own.name && keys.some(({ name }) => name === other.of),
  )
  if (isToldApart) return []
  const [key] = keys.filter(({ type }) => type === 'text' || type === 'integer')
  const advice = key
    ? `write {${own.name}.${key.name}} in the template`
    : `give ${own.target} a field that is required and unique, and write it in the template`
  return [`two ${own.name}s would get the same number: ${advice}`]
}

/** A number would lose the record that it belongs to. */
function checkClear(source: Source, { fields }: Model): string[] {
  const own = source.is === 'value' ? fields.find(({ name }) => name === source.field) : undefined
  if (own?.type !== 'reference' || own.onDelete !== 'clear') return []
  return [`the number counts by ${own.name}, which a delete may clear: write onDelete: 'refuse', or moves: true here`]
}
