import { Failure } from '../failure/failure.ts'
import { didYouMean } from '../text/didYouMean.ts'
import type { Rights } from '../permission/Rights.ts'
import type { Action, Logic } from './Logic.ts'

/** The actions that a caller may run, by name. For the caller no others exist. */
export function knownActions({ actions }: Logic, rights: Rights): Action[] {
  return [...actions.values()].filter(({ name }) => rights.mayRun(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the action that a caller names, if the caller may run it. Otherwise it does not exist for the caller. */
export function permitAction(name: string, logic: Logic, rights: Rights): Action {
  const action = logic.actions.get(name)
  if (action && rights.mayRun(name)) return action
  const known = knownActions(logic, rights).map((one) => one.name)
  throw new Failure(
    'unknown-action',
    `There is no such action here.${didYouMean(name, known)} GET /ws/meta/actions lists those that you may run.`,
  )
}
