/* oxlint-disable typescript/no-unnecessary-type-parameters -- types are all there is here: they are compared */

/** Whether two types are the same, and not only assignable to each other. */
export type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

/** Compiles if the type is true: `same<Same<typeof value, string>>()`. */
export function same<_Holds extends true>(): void {}
