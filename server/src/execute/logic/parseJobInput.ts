import { Failure } from '../../failure/failure.ts'
import type { Job, Logic } from '../../logic/Logic.ts'
import { type FormContext, type FormValues, parseForm } from '../../plan/parseForm.ts'
import type { SentJob } from '../../statement/service/jobsSent.ts'
import { LogicFault } from './errors.ts'
import { toSent } from './readNames.ts'

/**
 * Returns the values of all fields that a job takes, from the input that was sent with it. Throws a failure that names
 * the fields that are wrong: when the job is sent, and when it runs, since another declaration may have been deployed.
 */
export function parseJobInput(input: object, { name, takes }: Job, context: FormContext): FormValues {
  const { values, faults } = parseForm(toSent(input, takes, ['id', 'version']), takes, context)
  if (faults.size === 0) return values
  const names = [...faults.keys()].slice(0, 10).join(', ')
  throw new Failure('invalid-record', `The job ${name} does not take this; see errors for each field: ${names}.`, {
    errors: Object.fromEntries(faults),
  })
}

/** Checks a job that logic sends. The defaults of its fields are found when it runs. */
export function checkSentJob({ name, input }: SentJob, jobs: Logic['jobs'], context: FormContext): void {
  const job = jobs.get(name)
  if (!job) throw new LogicFault(`There is no job ${name}: export it from a file of the folder.`)
  parseJobInput(JSON.parse(JSON.stringify(input)), job, context)
}
