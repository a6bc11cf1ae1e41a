import { jsonMember, joinMembers, type JsonMembers } from '../../../text/json.ts'
import { isSecret } from '../../../model/field/text.ts'
import { isBuiltInField, type Model } from '../../../model/Model.ts'
import type { CreatePlan, ReadPlan, UpdatePlan } from '../../../plan/Plan.ts'
import { parseSelection } from '../../../plan/parseSelection.ts'
import type { Selection } from '../../../plan/Selection.ts'
import { withoutNewIds } from '../../withoutNewIds.ts'
import { readInTransaction } from '../readInTransaction.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** A record as the caller sees it at one moment of a transaction; undefined if the caller does not see it. */
type State = Readonly<Record<string, unknown>> | undefined

/** What a dry run shows of a record: its changes are those of the fields that the request writes. */
export interface ShownChange {
  readonly id: number | null
  readonly title?: unknown
  readonly changes?: Readonly<Record<string, { from?: unknown; to?: unknown; secret?: true }>>
}

/** A change of a record, and whether it leaves the record as it was. */
export interface ComparedRecord {
  readonly shown: ShownChange
  readonly is: 'created' | 'changed' | 'same'
}

/** The names of the fields and relations that a plan writes. */
export function writtenNames(plan: Pick<UpdatePlan, 'fields' | 'relations'> | CreatePlan): string[] {
  const fields = 'given' in plan ? plan.given : plan.fields.map(({ name }) => name)
  return [...new Set([...fields, ...plan.relations.map(({ relation }) => relation.name)])]
}

/** Reads records with some of their fields and the title, limited to what the caller sees. */
export async function readStates(
  records: readonly { readonly id: number; readonly names: readonly string[] }[],
  model: Model,
  tx: WriteTransaction,
): Promise<State[]> {
  const selections = new Map<string, Selection>()
  const selectionFor = (names: readonly string[]): Selection => {
    const key = names.join()
    const selection = selections.get(key) ?? select(names, model, tx)
    selections.set(key, selection)
    return selection
  }
  const plans = records.map(
    ({ id, names }): ReadPlan => ({
      operation: 'read',
      model,
      authorization: tx.authorization,
      id,
      selection: selectionFor(names),
    }),
  )
  const read = await readInTransaction(plans, tx)
  return read.map((stored, index) => {
    const { selection } = plans[index] ?? {}
    return (
      stored &&
      JSON.parse(withoutNewIds(stored.json, { model, ...(selection ? { selection } : {}) }, tx.writtenRecords))
    )
  })
}

function select(names: readonly string[], model: Model, { authorization }: WriteTransaction): Selection {
  const { models } = authorization.rights.visibility
  const seen = models.find(model.name)
  if (!seen) return { model, members: [] }
  const isShown = (name: string) =>
    isBuiltInField(name) ||
    seen.fields.some((field) => field.name === name && !isSecret(field)) ||
    seen.relations.some((relation) => relation.name === name)
  return parseSelection([...new Set([model.title, ...names])].filter(isShown), seen, models)
}

/**
 * Compares a record before and after a write. A written field that the caller does not see counts as changed: whether
 * it had the value already would tell what it was.
 */
export function compareStates(
  before: State | 'new',
  after: State,
  names: readonly string[],
  model: Model,
  tx: WriteTransaction,
): ComparedRecord {
  const from: State = before === 'new' ? undefined : before
  const changes: [string, object][] = []
  let isSame = before !== 'new'
  for (const name of names) {
    const change = changeOf(name, before, after, model, tx)
    if (change === 'same') continue
    isSame = false
    if (change !== 'hidden') changes.push([name, change])
  }
  const shown = toNamed(before === 'new' ? null : Number(from?.['id']), from ?? after, model)
  const is = before === 'new' ? 'created' : isSame ? 'same' : 'changed'
  return { shown: { ...shown, changes: Object.fromEntries(changes) }, is }
}

function changeOf(
  name: string,
  before: State | 'new',
  after: State,
  model: Model,
  tx: WriteTransaction,
): object | 'same' | 'hidden' {
  if (model.fields.some((field) => field.name === name && isSecret(field))) return { secret: true }
  const [from, to] = [before === 'new' ? null : before?.[name], after?.[name]]
  if (from === undefined && to === undefined) return 'hidden'
  if (JSON.stringify(from) === JSON.stringify(to)) return 'same'
  const show = (value: unknown) => withTitle(value, name, model, tx)
  // A value that the caller does not see then, or not any more, is left out.
  return { ...(from === undefined ? {} : { from: show(from) }), ...(to === undefined ? {} : { to: show(to) }) }
}

/** A reference, a link or a member as `{id, title}`; members of a collection with their version. */
function withTitle(value: unknown, name: string, model: Model, tx: WriteTransaction): unknown {
  if (Array.isArray(value)) return value.map((one) => withTitle(one, name, model, tx))
  const member = [...model.fields, ...model.relations].find((one) => one.name === name)
  if (!member || !('target' in member) || typeof value !== 'object' || value === null) return value
  const record: Readonly<Record<string, unknown>> = { ...value }
  const target = tx.services.models.get(member.target)
  const version = member.type === 'collection' ? { version: record['version'] } : {}
  const { id, ...title } = toNamed(record['id'] as number | null, record, target)
  return { id, ...version, ...title }
}

/** The id of a record and its title, if the caller sees that. */
export function toNamed(id: number | null, state: State, { title }: Model): ShownChange {
  return title === 'id' || state?.[title] === undefined ? { id } : { id, title: state[title] }
}

/** How many records are created, changed, or stay as they are, as members of the answer. */
export function countMembers(compared: readonly ComparedRecord[]): JsonMembers {
  const count = (kind: ComparedRecord['is']) => compared.filter(({ is }) => is === kind).length
  const created = count('created')
  return joinMembers([
    ...(created > 0 ? [jsonMember('created', created)] : []),
    jsonMember('changed', count('changed')),
    jsonMember('same', count('same')),
  ])
}

/** The first of the records, as JSON without brackets. */
export function firstOnes(shown: readonly ShownChange[], count: number): string {
  return shown
    .slice(0, count)
    .map((one) => JSON.stringify(one))
    .join()
}
