import type { Field } from '../model/field/Field.ts'
import { isSecret } from '../model/field/text.ts'
import { auditFields, type Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { suggest } from '../text/didYouMean.ts'

/** Where a path of a mail ends: a declared field, or one that every record has. */
export interface PathEnd {
  /** The name of the last step. */
  readonly name: string
  /** Absent for a field that every record has, such as `createdOn`. */
  readonly field?: Field
}

/** The most steps of a path, the first one included. */
const maxSteps = 5
const ofEveryRecord: readonly string[] = ['id', 'version', ...auditFields]

/** Follows a path from what a mail takes, over references. A text says what is wrong with it. */
export function resolvePath(path: string, takes: Model, models: Models): PathEnd | string {
  const steps = path.split('.')
  if (steps.length > maxSteps) return `{${path}} has more than ${maxSteps} steps: use a field that is nearer`
  let model = takes
  for (const [index, name] of steps.entries()) {
    const isLast = index === steps.length - 1
    if (isLast && model !== takes && ofEveryRecord.includes(name)) return { name }
    const field = model.fields.find((one) => one.name === name)
    const names = model.fields.filter((one) => !isSecret(one)).map((one) => one.name)
    if (!field) return `{${path}}: there is no field "${name}" to read.${suggest(name, names)}`
    if (isSecret(field)) return `{${path}}: ${name} is a secret and never shown: leave it out`
    if (isLast) return { name, field }
    const next = field.type === 'reference' ? models.find(field.target) : undefined
    if (!next) return `{${path}}: ${name} is no reference: end the path with it`
    model = next
  }
  return `{${path}} names nothing`
}
