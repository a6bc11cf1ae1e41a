import { fromUnits, toUnits } from './decimalUnits.ts'
import type { Field } from '../../src/model/field/Field.ts'
import type { Model } from '../../src/model/Model.ts'
import { type Comparable, comparable, valueField, order } from './comparable.ts'
import { type Criterion, searchIn, valueAt } from './evaluate.ts'
import { idOf } from './comparable.ts'
import { type Kept, type Memory, namesIn } from './Memory.ts'
import { periodOf } from './periodOf.ts'

/** The functions over fields, in the order of the answer. */
export const functions = ['sum', 'avg', 'min', 'max', 'countDistinct', 'filled'] as const
export type Fn = (typeof functions)[number]

/** An aggregate as a client sends it. */
export interface AggregateBody extends Readonly<Partial<Record<Fn, readonly string[]>>> {
  readonly data?: Criterion
  readonly q?: string
  readonly groupBy?: readonly (string | { fieldName: string; by: string; timeZone?: string })[]
  readonly count?: boolean
  readonly sortBy?: readonly string[]
  readonly offset?: number
  readonly limit?: number
}

/** The answer, or that a sum is beyond what a number in JSON can hold. */
export type AggregateAnswer = { readonly total: number; readonly data: readonly object[] } | 'too great'

/** A value with the form in which an answer shows it. */
interface Cell {
  readonly sorted: Comparable
  readonly shown: unknown
}

interface Row {
  readonly keys: ReadonlyMap<string, Cell>
  readonly figures: ReadonlyMap<string, Cell>
}

/** All groups of an aggregate, computed record by record in the simplest way. */
export function aggregateIn(memory: Memory, model: Model, body: AggregateBody): AggregateAnswer {
  const words = body.q?.split(' ').filter((word) => word !== '') ?? []
  const found = searchIn(memory, model, body.data ? { data: body.data } : {}, words)
  const groups = body.groupBy ?? []
  const keysOf = (kept: Kept) => new Map(groups.map((group) => keyOf(group, kept, model, memory)))
  const textOf = (kept: Kept) => JSON.stringify([...keysOf(kept).values()].map(({ shown }) => shown))
  const parts = groups.length === 0 ? [found] : [...Map.groupBy(found, textOf).values()]
  const rows = parts.map((records) => ({
    keys: records[0] ? keysOf(records[0]) : new Map<string, Cell>(),
    figures: figuresOf(body, records, model, memory),
  }))
  const page = rows
    .sort((a, b) => compareRows(body, a, b))
    .slice(body.offset ?? 0, (body.offset ?? 0) + (body.limit ?? 40))
  const isTooGreat = ({ sorted, shown }: Cell) => typeof shown === 'number' && typeof sorted === 'bigint'
  if (page.some(({ figures }) => [...figures.values()].some(isTooGreat))) return 'too great'
  return { total: rows.length, data: page.map((row) => show(row, body)) }
}

function keyOf(
  group: string | { fieldName: string; by: string; timeZone?: string },
  kept: Kept,
  model: Model,
  memory: Memory,
): [string, Cell] {
  const name = typeof group === 'string' ? group : group.fieldName
  const parts = memory.partsOf(name, model)
  const sorted = valueAt(parts, kept, memory)
  const raw = rawAt(name, kept, model, memory)
  if (typeof group === 'string') return [name, { sorted, shown: raw === undefined ? null : raw }]
  if (raw === null || raw === undefined) return [name, { sorted: null, shown: null }]
  const { start, text } = periodOf(String(raw), group.by, group.timeZone)
  return [name, { sorted: start, shown: text }]
}

/** A value as an answer shows it; a reference with the id and the title of its record. */
function rawAt(name: string, kept: Kept | undefined, model: Model, memory: Memory): unknown {
  const [head = '', ...rest] = name.split('.')
  const [part] = memory.partsOf(head, model)
  if (!kept || !part || 'relation' in part) return null
  const { field } = part
  if (rest.length > 0 && field.type === 'reference')
    return rawAt(rest.join('.'), memory.follow(field, kept), memory.models.get(field.target), memory)
  const value = memory.valueOf(field, kept)
  if (field.type !== 'reference' || value === null) return value
  const other = memory.models.find(field.target)
  const followed = memory.follow(field, kept)
  const names = namesIn(field.target, value)
  if (!other || !followed) return { id: idOf(value), ...names }
  const hasTitle = other.fields.some((one) => one.name === other.title) && !followed.hidden?.has(other.title)
  const title = hasTitle ? { [other.title]: followed.record[other.title] ?? null } : {}
  return { id: idOf(value), ...title, ...names }
}

function figuresOf(body: AggregateBody, records: readonly Kept[], model: Model, memory: Memory): Map<string, Cell> {
  const figures = functions.flatMap((fn) =>
    (body[fn] ?? []).map((name): [string, Cell] => {
      const field = fieldAt(name, model, memory)
      const values = records.flatMap((kept) => {
        const sorted = valueAt(memory.partsOf(name, model), kept, memory)
        return sorted === null ? [] : [{ sorted, shown: rawAt(name, kept, model, memory) }]
      })
      return [`${fn}.${name}`, figureOf(fn, values, field)]
    }),
  )
  return new Map([['count', { sorted: records.length, shown: records.length }], ...figures])
}

function fieldAt(name: string, model: Model, memory: Memory): Field {
  const last = memory.partsOf(name, model).at(-1)
  if (!last || !('field' in last)) throw new Error(`${name} is no field.`)
  return last.field
}

type Present = { readonly sorted: Exclude<Comparable, null>; readonly shown: unknown }

function figureOf(fn: Fn, values: readonly Present[], field: Field): Cell {
  if (fn === 'countDistinct') {
    const { size } = new Set(values.map(({ sorted }) => sorted))
    return { sorted: size, shown: size }
  }
  if (fn === 'filled') return { sorted: values.length, shown: values.length }
  if (fn === 'min' || fn === 'max') {
    const sorted = values.toSorted((a, b) => order(a.sorted, b.sorted))
    const found = fn === 'min' ? sorted[0] : sorted.at(-1)
    return found ? { sorted: found.sorted, shown: field.name.endsWith('By') ? found.sorted : found.shown } : nothing
  }
  const scale = scaleOf(field)
  const sum = values.reduce(
    (total, { shown, sorted }) => total + toUnits(String(field.name.endsWith('By') ? sorted : shown), scale),
    0n,
  )
  if (fn === 'avg') return values.length === 0 ? nothing : averageOf(sum, BigInt(values.length), scale)
  if (scale !== undefined) return { sorted: comparable(fromUnits(sum, scale), decimal), shown: fromUnits(sum, scale) }
  const isSafe = Number.isSafeInteger(Number(sum))
  return { sorted: isSafe ? Number(sum) : sum, shown: Number(sum) }
}

const nothing: Cell = { sorted: null, shown: null }
const decimal = { type: 'decimal' } as const

/** The digits after the point; undefined for whole numbers. */
function scaleOf(given: Field): number | undefined {
  const field = valueField(given)
  if (field.type === 'decimal') return field.scale
  return field.type === 'formula' && field.result.type === 'decimal' ? field.result.scale : undefined
}

/** Rounded half away from zero, with four more digits than the field. */
function averageOf(sum: bigint, count: bigint, scale = 0): Cell {
  const more = 10n ** 4n
  const [size, negative] = [sum < 0n ? -sum : sum, sum < 0n]
  const units = (size * more * 2n + count) / (count * 2n)
  const shown = fromUnits(negative ? -units : units, scale + 4)
  return { sorted: comparable(shown, decimal), shown }
}

function compareRows({ sortBy = [], groupBy = [] }: AggregateBody, a: Row, b: Row): number {
  const names = groupBy.map((group) => (typeof group === 'string' ? group : group.fieldName))
  for (const key of [...sortBy, ...names]) {
    const name = key.replace(/^-/, '')
    const [x, y] = [a, b].map((row) => (row.keys.get(name) ?? row.figures.get(name))?.sorted ?? null)
    if (x === undefined || y === undefined || x === y) continue
    if (x === null || y === null) return x === null ? 1 : -1
    const difference = order(x, y)
    if (difference !== 0) return key.startsWith('-') ? -difference : difference
  }
  return 0
}

function show({ keys, figures }: Row, body: AggregateBody): object {
  const members = functions.flatMap((fn) => {
    const names = body[fn] ?? []
    const shown = Object.fromEntries(names.map((name) => [name, figures.get(`${fn}.${name}`)?.shown]))
    return names.length === 0 ? [] : [[fn, shown] as const]
  })
  return {
    group: Object.fromEntries([...keys].map(([name, { shown }]) => [name, shown])),
    ...(body.count ? { count: figures.get('count')?.shown } : {}),
    ...Object.fromEntries(members),
  }
}
