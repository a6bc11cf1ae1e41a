import { optionsOf } from '../../batch/optionsOf.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { Faults, refuseFaults } from '../../plan/Faults.ts'
import type { FormValues } from '../../plan/parseForm.ts'
import { formDefaultsStatement, toFormColumn } from '../../statement/logic/formDefaults.ts'
import { wholeScope } from '../../statement/condition/ReadScope.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'

/**
 * Returns what an action takes with the defaults that are expressions, for fields that were not sent. They are computed
 * with all rights, as those of records. Throws a failure if a required field has no value then, or an unfit one.
 */
export async function withFormDefaults(
  input: FormValues,
  unsent: readonly string[],
  form: Model,
  authorization: Authorization,
  { database, models }: Pick<ExecutionServices, 'database' | 'models'>,
): Promise<FormValues> {
  const wanted = form.fields.filter(({ name }) => unsent.includes(name))
  if (wanted.length === 0) return input
  const values = form.fields.map((field) => toFormColumn(field, input[field.name], models))
  const scope = wholeScope(models, authorization.userId)
  const statement = formDefaultsStatement(form, values, wanted, scope)
  const [row = []] = await database.run(statement, 'read', optionsOf([authorization]))
  const faults = new Faults()
  const found = wanted.map((field, index) => {
    const plain: unknown = JSON.parse(row[index] ?? 'null')
    return [field.name, toValue(plain, field, models, faults)]
  })
  refuseFaults(faults)
  return { ...input, ...Object.fromEntries(found) }
}

/** A plain value as the code of the action gets it. */
function toValue(plain: unknown, field: Field, models: ExecutionServices['models'], faults: Faults): unknown {
  const { toSent, read } = typeOf(field)
  if (plain === null && field.required) faults.set(field.name, 'is required')
  if (plain === null) return null
  const sent = toSent?.(plain) ?? plain
  const reading = read(sent, field, models)
  if ('fault' in reading) faults.set(field.name, `has a default that does not fit: ${reading.fault}`)
  return sent
}
