import type { Model } from '../model/Model.ts'
import type { Rights } from './Rights.ts'
import { type Action, actions } from './Rule.ts'

/** Returns the actions that are allowed on at least some records of a model, in the order of `actions`. */
export function mayDo(model: Model, rights: Rights): Action[] {
  return actions.filter((action) => rights.of(model, action).length > 0)
}
