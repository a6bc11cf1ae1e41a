import { parseCheck } from '../criteria/ParsedCheck.ts'
import { builtInColumns } from '../criteria/path.ts'
import type { Constraint } from '../model/Constraint.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Rights } from './Rights.ts'

/** A constraint as the metadata describe it. */
export type KnownConstraint = Pick<Constraint, 'kind' | 'name' | 'fields' | 'message' | 'where'>

/**
 * The constraints of a model, as far as the caller may know their fields: a refusal names them in the same way. The
 * condition is told only if all its fields are known.
 */
export function knownConstraints(model: Model, rights: Rights): KnownConstraint[] {
  const known = rights.forWriting(model).fields
  const isKnown = (name: string) => known.some((field) => field.name === name)
  return (model.constraints ?? []).flatMap(({ kind, name, fields, where, message }) => {
    const shown = fields.filter(isKnown)
    if (shown.length === 0 && fields.length > 0) return []
    const isShown = where !== undefined && namesIn({ name, where, message }, model, rights.known).every(isKnown)
    return [{ kind, name, fields: shown, ...(isShown ? { where } : {}), message }]
  })
}

function namesIn(
  { name, where, message }: Required<Pick<Constraint, 'name' | 'where' | 'message'>>,
  model: Model,
  models: Models,
): string[] {
  const { own } = parseCheck({ name, fields: [], holds: where, message }, model, models)
  return own.filter((field) => !builtInColumns.includes(field)).map((field) => field.name)
}
