import type { FieldDeclarations } from '../model/declare.ts'
import type { RunContext } from './context.ts'
import { type CommonDeclaration, declare, type RoleName, type ValuesOf } from './declaration.ts'
import type { JobRecords } from './Records.ts'

/** What a job learns besides its input. */
export interface JobContext extends RunContext {
  /** The same at every attempt: give it to the other side, so that a repeated request changes nothing. */
  readonly key: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Tells how much is done, from 0 to 1, and optionally what is being done. */
  progress(done: number, what?: string): Promise<void>
  /** Sends a mail in plain text to one recipient. A try that is repeated sends it again, with the same Message-ID. */
  mail(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>
}

/** The declaration of a job: work that is done after a transaction, and may call other services. */
export interface JobDeclaration<Takes extends FieldDeclarations = FieldDeclarations, Name extends string = string>
  extends CommonDeclaration<Name> {
  readonly kind: 'job'
  /** The input that `records.later` gives it: fields as in a model. */
  readonly takes: Takes
  /** The declared role whose rights the job has over records; those of the user who caused it if absent. */
  readonly as?: RoleName
  /** The time that one attempt may take, such as `'10m'`; 5 minutes if absent. */
  readonly timeout?: string
  /** The most statements of each `records.transact`; 50 if absent. */
  readonly statements?: number
  /** How often it is tried before it counts as failed; 12 if absent. */
  readonly tries?: number
  /** Does the job. It may run more than once: what it does outside must carry `context.key`. */
  run(input: ValuesOf<Takes>, records: JobRecords, context: JobContext): Promise<void>
}

/** Declares a job. Mistakes are reported when the folder is loaded, all at once. */
export function job<const Takes extends FieldDeclarations, const Name extends string>(
  declaration: Omit<JobDeclaration<Takes, Name>, 'kind'>,
): JobDeclaration<Takes, Name> {
  return declare('job', declaration)
}
