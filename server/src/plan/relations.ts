import type { Sent } from '../call/Sent.ts'
import { keyModel, userModel } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { CollectionRelation } from '../model/relation/collection.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from './Plan.ts'
import type { Faults } from './Faults.ts'
import { noteRepeated } from './parseRecord.ts'

/** The whole new set of a relation, written together with its record. */
export type RelationWrite =
  | { readonly relation: LinksRelation; readonly ids: readonly number[] }
  | { readonly relation: CollectionRelation; readonly members: readonly (CreatePlan | UpdatePlan)[] }

/** How members are read, given by who reads records: members are records too. */
export type ParseMember = (sent: Sent, at: MemberContext) => CreatePlan | UpdatePlan

export interface MemberContext {
  readonly model: Model
  readonly models: Models
  readonly context: WriteContext
  readonly faults: Faults
  /** What stands before the names of its faults: `contacts.0.`. */
  readonly path: string
  /** The field that leads to the parent: it is set by the parent's id. */
  readonly parentField?: string
}

/** Members of one relation that are sent with a record. */
export const mostMembers = 1_000

/** Reads the relations that were sent with a record; each array is the whole new set. */
export function parseRelations(sent: Sent, at: MemberContext, readMember: ParseMember): RelationWrite[] {
  return at.context.authorization.rights
    .forWriting(at.model)
    .relations.filter(({ name }) => Object.hasOwn(sent, name))
    .map((relation) => {
      const list = parseList(sent[relation.name], at, relation.name)
      if (relation.type === 'links') return { relation, ids: parseIds(list, at, relation) }
      const members = list.flatMap((member, index) => toMember(member, index, at, relation, readMember))
      const ids = members.map((plan) => (plan.operation === 'update' ? plan.id : undefined))
      noteRepeated(ids, at.faults, `${at.path}${relation.name}.`)
      return { relation, members }
    })
}

function parseList(value: unknown, { faults, path }: MemberContext, name: string): unknown[] {
  if (Array.isArray(value) && value.length <= mostMembers) return value
  const fault = Array.isArray(value)
    ? `must have at most ${mostMembers} members`
    : 'must be an array of records, which is the whole new set'
  faults.set(`${path}${name}`, fault)
  return []
}

function parseIds(
  list: readonly unknown[],
  { models, faults, path }: MemberContext,
  relation: LinksRelation,
): number[] {
  const { title } = models.get(relation.target)
  const ids = list.map((member, index) => {
    const { id, ...others } = isObject(member) ? member : { id: undefined }
    const unknown = Object.keys(others).find((name) => name !== 'version' && name !== title)
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
      faults.set(`${path}${relation.name}.${index}`, 'must be an object with the id of a record, such as {"id": 5}')
    else if (unknown !== undefined)
      faults.set(
        `${path}${relation.name}.${index}`,
        `must not have a member "${unknown.slice(0, 100)}": a link names a record and does not change it`,
      )
    return typeof id === 'number' ? id : 0
  })
  if (new Set(ids).size < ids.length && !faults.has(`${path}${relation.name}`))
    faults.set(`${path}${relation.name}`, 'must not name a record twice')
  return [...new Set(ids)].sort((a, b) => a - b)
}

function toMember(
  sent: unknown,
  index: number,
  at: MemberContext,
  relation: CollectionRelation,
  readMember: ParseMember,
): (CreatePlan | UpdatePlan)[] {
  const path = `${at.path}${relation.name}.${index}.`
  if (!isObject(sent)) {
    at.faults.set(path.slice(0, -1), 'must be an object with the fields of a record')
    return []
  }
  const model = at.models.get(relation.target)
  noteUnready(sent, model, path, at.faults)
  const { authorization, requestId, dryRun } = at.context
  return [
    readMember(sent, {
      ...at,
      model,
      path,
      parentField: relation.by,
      context: { authorization, requestId, dryRun },
    }),
  ]
}

/** Passwords are hashed and API keys are made where these are records of their own, and nowhere else. */
function noteUnready(sent: Sent, { name }: Model, path: string, faults: Faults): void {
  if (name === userModel && Object.hasOwn(sent, 'password'))
    faults.set(`${path}password`, 'cannot be set from another record: write the user itself')
  if (name === keyModel && !Object.hasOwn(sent, 'id'))
    faults.set(path.slice(0, -1), 'is an API key, which is made alone, since it is shown once')
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
