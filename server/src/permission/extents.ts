import { isSecret } from '../model/field/text.ts'
import { membersOf } from '../model/members.ts'
import type { Model } from '../model/Model.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { type Allowance, isFieldIn } from './Allowance.ts'
import type { Rights } from './Rights.ts'
import { type Action, actions } from './Rule.ts'

/** With how many records something may be done: with all of them, with some, or with none. */
export type Extent = 'all' | 'some' | 'none'

/** Returns with how many records of a model each action is allowed. */
export function extentsOf(model: Model, rights: Rights): Record<Action, Extent> {
  const entries = actions.map((action) => [action, extentOf(rights.of(model, action))] as const)
  return Object.fromEntries(entries) as Record<Action, Extent>
}

function extentOf(allowances: readonly Allowance[]): Extent {
  if (allowances.length === 0) return 'none'
  return allowances.some(({ condition }) => condition === undefined) ? 'all' : 'some'
}

/**
 * Returns in how many records a field or relation can be read and set, of those records with which the caller may do
 * that at all.
 */
export function extentsOfMember(
  name: string,
  model: Model,
  rights: Rights,
): Record<'read' | 'create' | 'update', Extent> {
  const isSettable = [...membersOf(model).writable, ...model.relations.filter(isSent)].some(
    (member) => member.name === name,
  )
  const written = (action: 'create' | 'update') => (isSettable ? writeExtent(name, rights.of(model, action)) : 'none')
  return { read: readExtent(name, model, rights), create: written('create'), update: written('update') }
}

/** Whether a relation is written together with its record. */
function isSent(relation: Relation): boolean {
  return relation.type !== 'collection' || !relation.comments
}

function readExtent(name: string, model: Model, { visibility }: Rights): Extent {
  const visible = visibility.models.find(model.name)
  const shown = [...(visible?.fields.filter((field) => !isSecret(field)) ?? []), ...(visible?.relations ?? [])]
  if (!shown.some((member) => member.name === name)) return 'none'
  return visibility.rowsOfField(model, name) === undefined ? 'all' : 'some'
}

function writeExtent(name: string, allowances: readonly Allowance[]): Extent {
  const granting = allowances.filter((allowance) => isFieldIn(allowance, name))
  return granting.length === allowances.length && granting.length > 0 ? 'all' : extentOf(granting)
}
