import { Failure } from '../../failure/failure.ts'
import type { Job, Mail, Sendable } from '../../logic/Logic.ts'
import { type FormContext, type FormValues, parseForm } from '../../plan/parseForm.ts'
import type { SentJob } from '../../statement/service/jobsSent.ts'
import { LogicFault } from './errors.ts'
import { toSent } from './toSent.ts'

/**
 * Returns the values of all fields that a job takes, from the input that was sent with it. Throws a failure that names
 * the fields that are wrong: when the job is sent, and when it runs, since another declaration may have been deployed.
 */
export function parseJobInput(
  input: object,
  { kind, name, takes }: Pick<Job | Mail, 'kind' | 'name' | 'takes'>,
  context: FormContext,
): FormValues {
  const { values, faults } = parseForm(
    toSent(input, { model: takes, models: context.models, shown: ['id', 'version'] }),
    takes,
    context,
  )
  if (faults.size === 0) return values
  const names = [...faults.keys()].slice(0, 10).join(', ')
  throw new Failure('invalid-record', `The ${kind} ${name} does not take this; see errors for each field: ${names}.`, {
    errors: Object.fromEntries(faults),
  })
}

/** Checks a job that logic sends. The defaults of its fields are found when it runs. */
export function checkSentJob({ kind, name, input }: SentJob, jobs: Sendable, context: FormContext): void {
  const job = jobs.get(name)
  if (job?.kind !== kind) throw new LogicFault(`There is no ${kind} ${name}: export it from a file of the folder.`)
  parseJobInput(JSON.parse(JSON.stringify(input)), job, context)
}

/** The input that is stored. A mail tells what records are when it is sent, so it has no versions of them. */
export function toStoredInput({ kind, input }: SentJob): SentJob['input'] {
  if (kind !== 'mail') return input
  const withoutVersion = (value: unknown) =>
    typeof value === 'object' && value !== null && 'id' in value ? { id: value.id } : value
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withoutVersion(value)]))
}
