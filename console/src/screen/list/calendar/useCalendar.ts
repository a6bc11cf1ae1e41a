import type { Groups } from '../../../chart/Groups.ts'
import { allOf, readCriteria } from '../../../chart/groupWhere.ts'
import { listOf, type ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useColors } from '../../../component/color/useColors.ts'
import { colorFields } from '../../../meta/ViewMeta.ts'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import { useCounts } from '../../../query/groupQueries.ts'
import { usePage } from '../../../query/queries.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { LayoutOptions } from '../../../views/ViewParts.ts'
import { addDays, dayOf, startOf } from '../../../component/days.ts'

/** The most records that a calendar shows at once. */
export const mostRecords = 500

/** How many records without a date are shown beside it. */
const mostInTray = 20

/** The fields between which records lie. */
export interface Ends {
  readonly from: FieldMeta
  readonly to: FieldMeta | undefined
}

/** A record with the days that it lies on. */
export interface Entry {
  readonly record: RecordJson
  readonly first: string
  readonly last: string
}

/** The fields of a calendar; undefined if the model has no such date. */
export function endsOf(model: ModelMeta, { from, to }: LayoutOptions): Ends | undefined {
  const find = (name: string | undefined) => model.fields.find((field) => field.name === name)
  const begins = find(from) ?? model.fields.find(({ type }) => type === 'date' || type === 'dateTime')
  const ends = find(to)
  return begins && { from: begins, to: ends?.type === begins.type ? ends : undefined }
}

/** The records that lie on these days, and those without a date: one find each. */
export function useCalendar(
  route: ListRoute,
  model: ModelMeta,
  options: LayoutOptions,
  ends: Ends,
  days: readonly string[],
) {
  const { service, formats } = useShell()
  const { timeZone } = formats
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const colors = useColors(model, options)
  const fields = fieldsOf(model, options, ends)
  const within = (criteria: Json) => allOf([readCriteria(route.where), criteria]) ?? null
  const find = (criteria: Json, limit: number) => {
    const given = {
      q: route.q,
      where: JSON.stringify(within(criteria)),
      fields: fields.join(','),
      limit: String(limit),
    }
    const sortBy = `${ends.from.name},id`
    return new URLSearchParams(Object.entries({ ...given, sortBy }).filter(([, text]) => text !== ''))
  }
  const onDays = usePage(service, model.name, find(lying(ends, first, last, timeZone), mostRecords))
  const without: Json = { fieldName: ends.from.name, operator: 'isNull' }
  const tray = usePage(service, model.name, find(without, mostInTray), !ends.from.required)
  const entries = (onDays.data?.records ?? []).flatMap((record) => entryOf(record, ends, timeZone) ?? [])
  const total = onDays.data?.total ?? 0
  const beginning = (one: string, other: string) => within(lying({ ...ends, to: undefined }, one, other, timeZone))
  const zone = ends.from.type === 'dateTime' ? { timeZone } : {}
  const groupBy = [{ fieldName: ends.from.name, by: 'day', ...zone }]
  const request = {
    ...(route.q === '' ? {} : { q: route.q }),
    data: beginning(first, last),
    groupBy,
    limit: days.length,
  }
  const [counted] = useCounts(service, model.name, total > mostRecords ? [request] : [])
  /** How many records begin on a day, and where they are; undefined as long as there is room for all of them. */
  const countOf = counted && ((day: string): DayCount => countOn(route, ends, counted.data, day, beginning(day, day)))
  const shown = countOf ? [] : entries
  return {
    entries: shown,
    countOf,
    total,
    tray: tray.data,
    colors,
    error: onDays.error ?? counted?.error,
    query: onDays,
  }
}

/** How many records begin on a day, and the list of them. */
export interface DayCount {
  readonly count: number
  readonly href: string
}

function countOn(
  { model, q }: ListRoute,
  { from }: Ends,
  found: Groups | undefined,
  day: string,
  where: Json,
): DayCount {
  const count = found?.groups.find(({ group }) => group[from.name] === day)?.count ?? 0
  return { count, href: toUrl(listOf(model, { q, where: JSON.stringify(where), sortBy: [from.name] })) }
}

/** A record with its days. One that ends before it begins lies on its first day. */
export function entryOf(record: RecordJson, { from, to }: Ends, timeZone: string): Entry | undefined {
  const first = dayOf(record[from.name], timeZone)
  if (first === undefined) return undefined
  const last = (to && dayOf(record[to.name], timeZone)) ?? first
  return { record, first, last: last < first ? first : last }
}

/** The criteria of records that lie on some of the days. */
function lying({ from, to }: Ends, first: string, last: string, timeZone: string): Json {
  const isMoment = from.type === 'dateTime'
  const begin = startOf(first, isMoment, timeZone)
  const end = startOf(addDays(last, 1), isMoment, timeZone)
  const before: Json = { fieldName: from.name, operator: '<', value: end }
  const since = (name: string): Json => ({ fieldName: name, operator: '>=', value: begin })
  if (!to) return { criteria: [before, since(from.name)] }
  return { criteria: [before, { operator: 'or', criteria: [since(from.name), since(to.name)] }] }
}

function fieldsOf(model: ModelMeta, { color, colors }: LayoutOptions, { from, to }: Ends): string[] {
  const second = secondOf(model, [from.name, to?.name, color])
  const names = [model.title, second?.name, from.name, to?.name, color, ...colorFields(colors)]
  return [...new Set(names.flatMap((name) => name ?? []))]
}

/** What stands in an entry: the first field of the list that says more than its number and its date. */
export function secondOf(model: ModelMeta, others: readonly (string | undefined)[]): FieldMeta | undefined {
  const names = model.list.filter((name) => name !== model.title && !others.includes(name))
  return names
    .flatMap((name) => model.fields.find((field) => field.name === name) ?? [])
    .find(({ type }) => type === 'reference' || type === 'text')
}
