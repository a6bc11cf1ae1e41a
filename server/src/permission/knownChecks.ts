import { parseCheck, type SpokenField } from '../criteria/ParsedCheck.ts'
import { builtInColumns } from '../criteria/path.ts'
import { toTree } from '../criteria/toTree.ts'
import type { ExpressionTree } from '../expression/ExpressionTree.ts'
import { ExpressionMistake } from '../expression/ExpressionMistake.ts'
import { Failure } from '../failure/failure.ts'
import type { Check, Transitions } from '../model/Check.ts'
import type { Model } from '../model/Model.ts'
import type { Rights } from './Rights.ts'

/** Returns the checks of a model whose fields the caller may all know: others are neither described nor named. */
export function knownChecks(model: Model, rights: Rights): Check[] {
  const checks = model.checks ?? []
  return rights.isAdmin ? [...checks] : checks.filter((check) => isKnown(check, model, rights))
}

/** A check with the trees of what it asks for. */
export interface DescribedCheck extends Check {
  readonly tree: ExpressionTree
  readonly whenTree?: ExpressionTree
}

/** The same with the trees of what they ask for: `tree` of `holds`, `whenTree` of `when`. */
export function describeChecks(model: Model, rights: Rights): DescribedCheck[] {
  return knownChecks(model, rights).map((check) => {
    const { holds, when } = parseCheck(check, model, rights.known)
    return { ...check, tree: toTree(holds), ...(when ? { whenTree: toTree(when) } : {}) }
  })
}

/** The tree of what an action asks of a record, if the caller may know all its fields. */
export function knownTest(holds: object | string, model: Model, rights: Rights): ExpressionTree | undefined {
  const check = { name: '', fields: [], holds, message: '' }
  if (!rights.isAdmin && !isKnown(check, model, rights)) return undefined
  return toTree(parseCheck(check, model, rights.known).holds)
}

function isKnown(check: Check, model: Model, rights: Rights): boolean {
  const names = new Set(rights.forWriting(model).fields.map(({ name }) => name))
  try {
    const { own, before, others } = parseCheck(check, model, rights.known)
    const spoken = [...own, ...before].map((field) => ({ model: model.name, field }))
    return check.fields.every((name) => names.has(name)) && [...spoken, ...others].every((one) => isSeen(one, rights))
  } catch (error) {
    // It follows a reference to a model that the caller does not know.
    if (error instanceof Failure || error instanceof ExpressionMistake) return false
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
