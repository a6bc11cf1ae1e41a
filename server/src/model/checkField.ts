import { didYouMean, suggest } from '../text/didYouMean.ts'
import { checkMoney } from './checkMoney.ts'
import { checkView } from './checkView.ts'
import { checkFill } from './fill.ts'
import { checkConditions } from './fieldConditions.ts'
import { checkDefault } from './defaults.ts'
import type { Field } from './field/Field.ts'
import { checkFormula } from './field/formula/checkFormula.ts'
import { fieldTypes, findType, typeOf } from './field/fieldTypes.ts'
import { laterUserFields, userModel } from './builtIn/names.ts'
import { builtInFields, type Model } from './Model.ts'
import type { Models } from './Models.ts'
import { columnOf } from './names.ts'
import { isFieldType } from './toModel.ts'
import { checkWords } from './words.ts'

/** The options of fields of all types, but for what a type is `without`. */
export const commonOptions = [
  'required',
  'requiredWhen',
  'unique',
  'indexed',
  'default',
  'fill',
  'label',
  'help',
  'view',
  'when',
  'was',
]
const fieldNameShape = /^[a-z][A-Za-z0-9]*$/
const maxColumnLength = 50
const systemColumns = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']

export function isFieldName(name: unknown): name is string {
  return typeof name === 'string' && fieldNameShape.test(name)
}

/** Returns the mistakes of one field. Each message says what to write instead. */
export function checkField(
  field: Field,
  model: Model,
  models: Models,
  findModel: (name: string) => Model | undefined,
): string[] {
  if (!isFieldType(field.type)) return [checkType(field.type)]
  const type = typeOf(field)
  const mistakes = [
    ...checkFieldName(field.name),
    ...checkOptions(field),
    ...checkView(field, model, models),
    ...checkConditions(field),
    ...(type.check?.(field, model, findModel, findType) ?? []),
    ...checkFormula(field, model, findModel),
    ...checkMoney(field, model),
    ...checkWas(field, model),
    ...checkFill(field, model),
  ]
  return mistakes.length > 0 ? mistakes : checkDefault(field, model, models)
}

function checkType(type: unknown): string {
  const all = Object.entries(fieldTypes).flatMap(([name, one]) => ('declaredBy' in one ? [] : [name]))
  return `is not a field: declare it with ${all.map((name) => `${name}()`).join(', ')}.${didYouMean(String(type), all)}`
}

/** Returns the mistakes in the name of a field. */
export function checkFieldName(name: string): string[] {
  if (!isFieldName(name))
    return ['the name of a field begins with a small letter and has letters and digits only, such as firstName']
  if ((builtInFields as readonly string[]).includes(name))
    return ['every record has this field already: choose another name']
  if (systemColumns.includes(columnOf(name)))
    return ['PostgreSQL has a column of this name in every table: choose another name']
  if (columnOf(name).length > maxColumnLength)
    return [`the name is too long: ${maxColumnLength} characters is the maximum`]
  return []
}

function checkOptions(field: Field): string[] {
  const { options, without = [] } = typeOf(field)
  const allowed = [...options, ...commonOptions.filter((option) => !(without as readonly string[]).includes(option))]
  const flags = ['required', 'unique', 'indexed'] as const
  const unknown = Object.keys(field).filter(
    (option) =>
      !['name', 'type', 'resolved', 'tree', 'computed', 'reads'].includes(option) && !allowed.includes(option),
  )
  return [
    ...unknown
      .filter((option) => !isUnsetFlag(field, option))
      .map((option) => `a field of type ${field.type} has no option "${option}".${suggest(option, allowed)}`),
    ...flags.filter((flag) => typeof field[flag] !== 'boolean').map((flag) => `${flag} must be true or false`),
    ...checkWords('label', field.label),
    ...checkWords('help', field.help),
  ]
}

/** The plain form always has required, unique and indexed: `false` is not a mistake for a type without them. */
function isUnsetFlag(field: Field, option: string): boolean {
  return ['required', 'unique', 'indexed'].includes(option) && !field[option as 'required']
}

function checkWas({ was, name }: Field, { fields, name: model }: Model): string[] {
  if (was === undefined) return []
  if (!isFieldName(was) || was === name) return ['was must be the name that the field had before']
  const isTaken = model === userModel && laterUserFields.has(was)
  if (!isTaken && fields.some((other) => other.name === was))
    return [`was names ${was}, which is still a field of this model`]
  if (fields.some((other) => other.name !== name && other.was === was)) return [`two fields claim to have been ${was}`]
  return []
}
