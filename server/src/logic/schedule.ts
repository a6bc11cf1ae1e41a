import type { RunContext } from './context.ts'
import { type CommonDeclaration, declare, type RoleName } from './declaration.ts'
import type { Records } from './Records.ts'

/** What a schedule learns when its time has come. */
export interface ScheduleContext extends RunContext {
  /** The time that was due; the first one if times were missed that are made up for. */
  readonly due: Date
}

/** The declaration of a schedule: what happens at certain times. */
export interface ScheduleDeclaration<Name extends string = string> extends CommonDeclaration<Name> {
  readonly kind: 'schedule'
  /** The time between two runs, such as `'15m'`; or else `at`. */
  readonly every?: string
  /** A time of day with its zone: `'06:00 Europe/Paris'`. With days: `'mon,fri 06:00 UTC'`, `'1,15,last 06:00 UTC'`. */
  readonly at?: string
  /** The declared role whose rights the schedule has. */
  readonly as: RoleName
  /** The most statements of a run; 50 if absent. */
  readonly statements?: number
  /** The time that a run may take, such as `'1m'`; 1 minute if absent. */
  readonly timeout?: string
  /** Does the work. It may run more than once before its writes are kept, and must not call out. */
  run(records: Records, context: ScheduleContext): Promise<void>
}

/** Declares a schedule. Mistakes are reported when the folder is loaded, all at once. */
export function schedule<const Name extends string>(
  declaration: Omit<ScheduleDeclaration<Name>, 'kind'>,
): ScheduleDeclaration<Name> {
  return declare('schedule', declaration)
}
