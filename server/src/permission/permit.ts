import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Caller } from '../session/Caller.ts'

/** That a caller may do what it asked for. Later rules narrow it down; today it is all or nothing. */
export interface Grant {
  readonly userId: number
}

/** Until permission rules exist, administrators may do everything and other users nothing. */
export function permit(caller: Caller, model: Model): Grant {
  if (caller.admin) return { userId: caller.userId }
  throw new Failure('not-permitted', `You may not use ${model.name}: ask an administrator.`)
}

/** Whether a caller may know of a model at all. */
export function isPermitted(caller: Caller, _model: Model): boolean {
  return caller.admin
}
