import { isLookup, type Lookup } from './Lookup.ts'
import type { CreatePlan, UpdatePlan } from './Plan.ts'
import type { RelationWrite } from './relations.ts'

/** The records that operations above create under a name. An operation refers to one as `{"as": "order"}`. */
export type NamedRecords = ReadonlyMap<string, { readonly index: number; readonly model: string }>

/**
 * What stands for the id of the record that an operation creates, until it is known. Ids are above 0, so it is never
 * taken for one.
 */
export function placeholderOf(index: number): number {
  return -1 - index
}

/** Parses a reference to a named record; undefined if it is none, or if there are no names. */
export function parseNamed(
  value: unknown,
  target: string,
  named: NamedRecords | undefined,
): { readonly value: number } | { readonly fault: string } | undefined {
  if (!named || typeof value !== 'object' || value === null || !Object.hasOwn(value, 'as')) return undefined
  const { as, ...others } = value as { readonly as: unknown }
  if (typeof as !== 'string' || Object.keys(others).length > 0)
    return { fault: 'must be an object with the name of a record that is created above, such as {"as": "order"}' }
  const shown = JSON.stringify(as.slice(0, 100))
  const record = named.get(as)
  if (!record) return { fault: `must name a record that is created above: no operation above has "as": ${shown}` }
  if (record.model !== target) return { fault: `must refer to a ${target}, and ${shown} is a ${record.model}` }
  return { value: placeholderOf(record.index) }
}

/** The operations whose new records a plan refers to, in its members too. */
export function namedIn({ fields, values, relations }: CreatePlan | UpdatePlan): number[] {
  const own = fields.flatMap(({ type }, index) => (type === 'reference' ? [values[index]] : []))
  const related = relations.flatMap((write) => ('ids' in write ? write.ids : []))
  const members = relations.flatMap((write) => ('ids' in write ? [] : write.members.flatMap(namedIn)))
  return [...[...own, ...related].flatMap((id) => (isPlaceholder(id) ? [placeholderOf(id)] : [])), ...members]
}

/** The models of records that a plan names by a key, in its members too. */
export function modelsLookedIn({ lookups = [], relations }: CreatePlan | UpdatePlan): string[] {
  const linked = relations.flatMap((write) => ('ids' in write ? (write.lookups ?? []) : []))
  const members = relations.flatMap((write) => ('ids' in write ? [] : write.members.flatMap(modelsLookedIn)))
  return [...[...lookups, ...linked].flatMap(({ lookup }) => targetsOf(lookup)), ...members]
}

function targetsOf({ target, key }: Lookup): string[] {
  return [target, ...key.flatMap(({ value }) => (isLookup(value) ? targetsOf(value) : []))]
}

/** Returns the plan with the ids of the records that were created before it. */
export function withCreatedIds<Plan extends CreatePlan | UpdatePlan>(
  plan: Plan,
  ids: ReadonlyMap<number, number>,
): Plan {
  if (namedIn(plan).length === 0) return plan
  const idOf = (id: number) => (isPlaceholder(id) ? (ids.get(placeholderOf(id)) ?? id) : id)
  const values = plan.fields.map(({ type }, index) => {
    const value = plan.values[index] ?? null
    return type === 'reference' && typeof value === 'number' ? idOf(value) : value
  })
  const relations = plan.relations.map(
    (write): RelationWrite =>
      'ids' in write
        ? { ...write, ids: write.ids.map(idOf).sort((a, b) => a - b) }
        : { ...write, members: write.members.map((member) => withCreatedIds(member, ids)) },
  )
  return { ...plan, values, relations }
}

function isPlaceholder(id: unknown): id is number {
  return typeof id === 'number' && id < 0
}
