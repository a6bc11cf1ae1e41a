import type { Sent } from '../call/Sent.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { CollectionRelation } from '../model/relation/collection.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import { maxMembers } from '../model/relation/Relation.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from './Plan.ts'
import { type NamedRecords, parseNamed } from './namedRecords.ts'
import type { Faults } from './Faults.ts'
import type { Lookup } from './Lookup.ts'
import { parseLookup } from './parseLookup.ts'
import { addRepeatedFaults } from './parseRecord.ts'

/** The whole new set of a relation, written together with its record. */
export type RelationWrite =
  | { readonly relation: LinksRelation; readonly ids: readonly number[]; readonly lookups?: readonly LinkLookup[] }
  | {
      readonly relation: CollectionRelation
      readonly members: readonly (CreatePlan | UpdatePlan)[]
      /** The members to remove; if absent, all that are not among `members`. */
      readonly removed?: readonly number[]
    }

/** A linked record that is named by a key, and its index in the relation. */
export interface LinkLookup {
  readonly index: number
  readonly lookup: Lookup
}

/** Plans a member. It is a parameter because members are records too, and records are planned elsewhere. */
export type PlanMember = (sent: Sent, at: MemberContext) => CreatePlan | UpdatePlan

/** What planning a record needs, be it the request's own record or a member. */
export interface MemberContext {
  readonly model: Model
  readonly models: Models
  readonly context: WriteContext
  readonly faults: Faults
  /** The prefix of its fault names: `contacts.0.`. */
  readonly path: string
  /** The records that operations before this one create. */
  readonly named?: NamedRecords
  /** The field that refers to the parent; the service sets it to the parent's id. */
  readonly parentField?: string
}

/** Plans the relations that were sent with a record. Each array is the whole new set. */
export function parseRelations(sent: Sent, at: MemberContext, planMember: PlanMember): RelationWrite[] {
  return at.context.authorization.rights
    .forWriting(at.model)
    .relations.filter(({ name }) => Object.hasOwn(sent, name))
    .map((relation) => {
      if (relation.type === 'collection' && relation.comments)
        at.faults.set(`${at.path}${relation.name}`, 'is written by itself: people write their comments one by one')
      const list = parseList(sent[relation.name], at, relation.name)
      if (relation.type === 'links') return parseLinks(list, at, relation)
      const members = list.flatMap((member, index) => toMember(member, index, at, relation, planMember))
      const ids = members.map((plan) => (plan.operation === 'update' ? plan.id : undefined))
      addRepeatedFaults(ids, at.faults, `${at.path}${relation.name}.`)
      return { relation, members }
    })
}

function parseList(value: unknown, { faults, path }: MemberContext, name: string): unknown[] {
  if (Array.isArray(value) && value.length <= maxMembers) return value
  const fault = Array.isArray(value)
    ? `must have at most ${maxMembers} members`
    : 'must be an array of records, which is the whole new set'
  faults.set(`${path}${name}`, fault)
  return []
}

function parseLinks(list: readonly unknown[], at: MemberContext, relation: LinksRelation): RelationWrite {
  const { models, faults, path, context } = at
  const seen = context.authorization.rights.visibility.models
  const lookups: LinkLookup[] = []
  const ids = list.flatMap((member, index) => {
    const made = parseNamed(member, relation.target, at.named)
    if (made && 'value' in made) return [made.value]
    const found = made ?? parseLookup(member, relation.target, { models, seen })
    if (!found) return [parseLinkId(member, index, at, relation)]
    if ('lookup' in found) lookups.push({ index, lookup: found.lookup })
    else faults.set(`${path}${relation.name}.${index}`, found.fault)
    return []
  })
  if (new Set(ids).size < ids.length && !faults.has(`${path}${relation.name}`))
    faults.set(`${path}${relation.name}`, namedTwice)
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  return { relation, ids: sorted, ...(lookups.length === 0 ? {} : { lookups }) }
}

/** What is wrong with links that contain a record twice. */
export const namedTwice = 'must not name a record twice'

function parseLinkId(
  member: unknown,
  index: number,
  { models, faults, path }: MemberContext,
  relation: LinksRelation,
): number {
  const { title } = models.get(relation.target)
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
}

function toMember(
  sent: unknown,
  index: number,
  at: MemberContext,
  relation: CollectionRelation,
  planMember: PlanMember,
): (CreatePlan | UpdatePlan)[] {
  const path = `${at.path}${relation.name}.${index}.`
  if (!isObject(sent)) {
    at.faults.set(path.slice(0, -1), 'must be an object with the fields of a record')
    return []
  }
  const model = at.models.get(relation.target)
  const { authorization, requestId, dryRun } = at.context
  return [
    planMember(sent, {
      ...at,
      model,
      path,
      parentField: relation.by,
      context: { authorization, requestId, dryRun },
    }),
  ]
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
