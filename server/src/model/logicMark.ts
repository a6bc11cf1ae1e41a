/** Marks declarations of actions, jobs, reactions and schedules, in any copy of this package. */
export const logicMark = Symbol.for('tabularium.logic')

/** Whether a value was made by `action()`, `job()`, `reaction()` or `schedule()`. The room `logic` checks the rest. */
export function isLogicDeclaration(value: unknown): value is object {
  return typeof value === 'object' && value !== null && logicMark in value
}

/** A declaration of logic with the file that declares it. It is not checked yet. */
export interface LoadedLogic {
  readonly file: string
  readonly declaration: object
}
