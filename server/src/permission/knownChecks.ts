import { parseCheck, type SpokenField } from '../criteria/ParsedCheck.ts'
import { builtInColumns } from '../criteria/path.ts'
import { Failure } from '../failure/failure.ts'
import type { Check, Transitions } from '../model/Check.ts'
import type { Model } from '../model/Model.ts'
import type { Rights } from './Rights.ts'

/** Returns the checks of a model whose fields the caller may all know: others are neither described nor named. */
export function knownChecks(model: Model, rights: Rights): Check[] {
  const checks = model.checks ?? []
  return rights.isAdmin ? [...checks] : checks.filter((check) => isKnown(check, model, rights))
}

function isKnown(check: Check, model: Model, rights: Rights): boolean {
  const names = new Set(rights.forWriting(model).fields.map(({ name }) => name))
  try {
    const { own, before, others } = parseCheck(check, model, rights.known)
    const spoken = [...own, ...before].map((field) => ({ model: model.name, field }))
    return check.fields.every((name) => names.has(name)) && [...spoken, ...others].every((one) => isSeen(one, rights))
  } catch (error) {
    // It follows a reference to a model that the caller does not know.
    if (error instanceof Failure) return false
    throw error
  }
}

function isSeen({ model, field }: SpokenField, rights: Rights): boolean {
  const owner = rights.known.find(model)
  if (!owner) return false
  return [...rights.forWriting(owner).fields, ...builtInColumns].some(({ name }) => name === field.name)
}

/** Returns the transitions of the fields that the caller may know; undefined if there are none. */
export function knownTransitions(model: Model, rights: Rights): Transitions | undefined {
  const { fields } = rights.forWriting(model)
  const known = Object.entries(model.transitions ?? {}).filter(([name]) => fields.some((field) => field.name === name))
  return known.length === 0 ? undefined : Object.fromEntries(known)
}
