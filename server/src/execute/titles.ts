import type { Model } from '../model/Model.ts'
import { userModel } from '../model/builtIn/names.ts'
import { type Authorization, serviceAuthorization } from '../permission/Authorization.ts'
import { planSearch } from '../plan/search.ts'
import type { ExecutionServices } from './ExecutionServices.ts'

/** The records whose titles are wanted: ids by the names of their models. */
export type WantedTitles = Map<string, Set<number>>

/** The titles of records that the caller sees: by the names of their models and their ids. */
export type Titles = ReadonlyMap<string, ReadonlyMap<number, unknown>>

/** The most ids of one search: that of `in`. */
const maxIds = 1_000

/** Finds the titles of records, limited to what the caller may read; those of users as they are shown of authors. */
export async function findTitles(
  wanted: WantedTitles,
  authorization: Authorization,
  services: Pick<ExecutionServices, 'run' | 'tokens' | 'answerLimit' | 'models'>,
): Promise<Titles> {
  const found = await Promise.all(
    [...wanted].map(async ([name, ids]) => {
      const as = name === userModel ? serviceAuthorization(services.models) : authorization
      const model = as.rights.visibility.models.find(name)
      const known = !model || model.title === 'id' ? [] : await titlesOf(model, [...ids], as, services)
      return [name, new Map(known)] as const
    }),
  )
  return new Map(found)
}

async function titlesOf(
  model: Model,
  ids: readonly number[],
  authorization: Authorization,
  { run, tokens, answerLimit }: Pick<ExecutionServices, 'run' | 'tokens' | 'answerLimit'>,
): Promise<[number, unknown][]> {
  const { title } = model
  const parts = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) =>
    ids.slice(index * maxIds, (index + 1) * maxIds),
  )
  const pages = await Promise.all(
    parts.map((part) => {
      const criteria = { fieldName: 'id', operator: 'in', value: part }
      const request = { offset: 0, limit: part.length, total: false, fields: [title], criteria }
      return run.search(planSearch(request, model, authorization, { tokens, answerLimit }))
    }),
  )
  const records: Record<string, unknown>[] = JSON.parse(`[${pages.flatMap((page) => page.records || []).join()}]`)
  return records.flatMap((record) => (record[title] === undefined ? [] : [[Number(record['id']), record[title]]]))
}

/** The model that a field or relation leads to, if it does. */
export function targetOf(name: string, { fields, relations }: Model): string | undefined {
  const member = [...fields, ...relations].find((one) => one.name === name)
  return member && 'target' in member ? member.target : undefined
}

/** Adds the ids of a value to those wanted. The value is a reference, an id of links, or a list of these. */
export function wantTitles(value: unknown, target: string, wanted: WantedTitles): void {
  for (const one of [value].flat()) {
    const id = idOf(one)
    if (id === undefined) continue
    const ids = wanted.get(target) ?? new Set()
    wanted.set(target, ids.add(id))
  }
}

/** The value with titles: `{id, title}`, or `{id}` alone if the caller may not see the record or it is gone. */
export function withTitles(value: unknown, target: string, titles: Titles): unknown {
  if (Array.isArray(value)) return value.map((one) => withTitles(one, target, titles))
  const id = idOf(value)
  if (id === undefined) return value
  const known = titles.get(target)
  return known?.has(id) ? { id, title: known.get(id) } : { id }
}

function idOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  return typeof value.id === 'number' ? value.id : undefined
}
