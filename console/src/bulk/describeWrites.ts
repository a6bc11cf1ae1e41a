import type { Formats } from '../field/FieldKind.ts'
import { asText, showValue } from '../field/kinds.ts'
import { isOfComments } from '../meta/comments.ts'
import { type FieldMeta, isJournaled, type Json, type ModelMeta } from '../meta/ModelMeta.ts'
import type { Change } from '../history/Entry.ts'
import type { Fold, Write } from '../history/foldWrites.ts'
import { describeOneChange } from './describeOneChange.ts'

/** What a sentence about writes needs to know. */
export interface Told {
  readonly find: (name: string) => ModelMeta | undefined
  readonly formats: Formats
  /** What an action or job is called. */
  readonly logicOf: (name: string) => string
}

/** How many fields are named with their values, and how long a value is. */
const [mostFields, longest] = [2, 40]

/** What somebody did to one record and to those in its collections, such as “changed Due on 20 Nov → 27 Nov”. */
export function describeOwnWrites(fold: Fold, about: { readonly model: string; readonly id: number }, told: Told) {
  const { words } = told.formats
  const isOwn = ({ model, id }: Write) => model === about.model && id === about.id
  const own = fold.filter(isOwn)
  const kinds = new Set(own.map(kindOf))
  const updates = own.filter((write) => kindOf(write) === 'update')
  const parts = [
    ...(kinds.has('create') ? [words.activity.created] : []),
    ...(kinds.has('restore') ? [words.activity.restored] : []),
    ...(updates.length > 0 && !kinds.has('create') ? [words.activity.changed(fieldsOf(updates, told))] : []),
    ...describeMembers(
      fold.filter((write) => !isOwn(write)),
      told,
    ),
    ...(kinds.has('delete') ? [words.activity.deleted] : []),
  ]
  return withLogic(fold, listOf(parts, told), told)
}

/** What somebody did to records of one model, such as “changed 14 orders”. */
export function describeManyWrites(fold: Fold, titleOf: (write: Write) => string, told: Told): string {
  const { words } = told.formats
  const [first] = fold
  const model = told.find(first.model)
  const ids = new Set(fold.map(({ id }) => id))
  const kind = kindOf(first)
  if (kind === 'create' && isOfComments({ name: first.model }) && ids.size === 1)
    return words.activity.commented(cut(asText(first.title ?? first.changes['body']?.to ?? null)))
  const verb = words.activity.verbs[kind]
  const what = ids.size === 1 ? titleOf(first) : words.activity.records(ids.size, model)
  const one = kind === 'update' && model && fold.length === ids.size && ids.size > 1
  const same = one ? describeOneChange(fold, model, told.formats) : undefined
  const fields = kind === 'update' && ids.size === 1 ? fieldsOf(fold, told) : ''
  return withLogic(fold, verb(same ?? (fields === '' ? what : `${what}: ${fields}`)), told)
}

/** What a write did. One that brought an old version back, as an undo does, has changed fields. */
function kindOf({ operation, changes }: Write): Write['operation'] {
  const isBack = operation === 'restore' && Object.values(changes).some(({ from = null }) => from !== null)
  return isBack ? 'update' : operation
}

function withLogic([{ name, through }]: Fold, text: string, { formats: { words }, logicOf }: Told): string {
  if (through === 'undo') return words.activity.undid(text)
  return name === undefined ? text : words.activity.ran(logicOf(name), text)
}

/** The records in collections that came, went or were changed. */
function describeMembers(writes: readonly Write[], told: Told): string[] {
  const { words } = told.formats
  return [...Map.groupBy(writes, ({ model }) => model)].flatMap(([name, those]) => {
    const model = told.find(name)
    const records = [...Map.groupBy(those, ({ id }) => id).values()]
    const has = (record: readonly Write[], operation: Write['operation']) =>
      record.some((write) => write.operation === operation)
    const added = records.filter((record) => has(record, 'create') || has(record, 'restore'))
    const removed = records.filter((record) => has(record, 'delete'))
    const changed = records.filter((record) => !added.includes(record) && !removed.includes(record))
    const [only] = changed
    const values = only && changed.length === 1 ? `: ${fieldsOf(only, told)}` : ''
    const count = (many: number) => words.activity.records(many, model)
    return [
      ...(added.length > 0 ? [words.activity.added(count(added.length))] : []),
      ...(changed.length > 0 ? [words.activity.changed(`${count(changed.length)}${values}`)] : []),
      ...(removed.length > 0 ? [words.activity.removed(count(removed.length))] : []),
    ]
  })
}

/** The fields that some writes of one record changed, from the first value to the last; the newest write is first. */
function fieldsOf(writes: readonly Write[], told: Told): string {
  const { words } = told.formats
  const model = told.find(writes[0]?.model ?? '')
  const net = new Map<string, Change>()
  for (const { changes } of writes.toReversed())
    for (const [name, { from = null, to = null, secret }] of Object.entries(changes)) {
      const before = net.get(name)
      net.set(name, secret ? { secret } : { from: before ? (before.from ?? null) : from, to })
    }
  const written = (model?.fields ?? []).filter((field) => net.has(field.name) && isJournaled(field))
  const known = written.filter((field) => isOther(net.get(field.name) ?? {}))
  const shown = known.slice(0, mostFields).map((field) => oneField(field, net.get(field.name) ?? {}, told))
  const rest = known.length - shown.length
  if (known.length === 0) return written.length > 0 ? words.activity.nothing : words.activity.unseen
  return listOf([...shown, ...(rest > 0 ? [words.activity.more(rest)] : [])], told)
}

/** Whether a field is not what it was before. */
function isOther({ from, to, secret }: Change): boolean {
  return secret === true || JSON.stringify(from ?? null) !== JSON.stringify(to ?? null)
}

function oneField(field: FieldMeta, { from = null, to = null, secret }: Change, { formats }: Told): string {
  if (secret || field.type === 'links') return field.label
  const show = (value: Json) => {
    const text = value === null ? formats.words.value.none : showValue(value, field, formats)
    return cut(text)
  }
  return `${field.label} ${show(from)} → ${show(to)}`
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function listOf(parts: readonly string[], { formats }: Told): string {
  return new Intl.ListFormat(formats.language, { type: 'conjunction' }).format(parts)
}
