import { Failure } from '../failure.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { isSecret } from '../model/field/text.ts'
import { userModel } from '../model/builtIn/names.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../nearest.ts'
import type { Variable } from './Condition.ts'
import { builtInColumns } from './path.ts'

/**
 * Returns the variable that a text names, after checking that it can be compared with the field; undefined for text
 * that begins with `$$`.
 */
export function parseVariable(text: string, field: Field, models: Models, name: string): Variable | undefined {
  if (text.startsWith('$$')) return undefined
  const variable = text === '$now' ? ({ variable: 'now' } as const) : parseUserField(text, models)
  if (fits(variable, field)) return variable
  throw invalid(`The value ${text.slice(0, 100)} does not fit ${name}, which is of type ${field.type}.`)
}

function parseUserField(text: string, models: Models): Variable {
  const [, name] = /^\$user\.(\w+)$/.exec(text) ?? []
  if (name === undefined)
    throw invalid(
      `There is no variable "${text.slice(0, 100)}": write $user.id, $user.<field> or $now; ` +
        'for text that begins with $ write $$.',
    )
  const fields = userVariables(models)
  const field = fields.find((one) => one.name === name)
  if (field) return { variable: 'user', field }
  const known = fields.map((one) => one.name)
  throw invalid(`There is no field "${name.slice(0, 100)}" of the user.${didYouMean(name, known)}`)
}

/** The fields of a user that a variable can name. */
export function userVariables(models: Models): Field[] {
  return [...models.get(userModel).fields, ...builtInColumns].filter((field) => !isSecret(field))
}

function fits(variable: Variable, field: Field): boolean {
  const type = typeOf(field)
  if (variable.variable === 'now') return type.now !== undefined
  const own = variable.field
  if (own.name === 'id') return type.holdsIdsOf?.(field, userModel) ?? false
  if (own.type === 'reference' && field.type === 'reference') return own.target === field.target
  if (typeOf(own).textual && type.textual) return true
  return own.type === field.type && typeOf(own).columnType(own) === type.columnType(field)
}

function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}
