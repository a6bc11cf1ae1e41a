import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import { toPattern } from './pattern.ts'

/** What records are searched by: the words of `q`, or the title. */
export type Searched = Pick<ModelMeta, 'name' | 'title' | 'search' | 'pick'>

/**
 * The first ten records with the words in their search fields, or the text in their title, in the form of find; those
 * of an offer, if there is one.
 */
export function recordSearch({ title, search, pick }: Searched, typed: string, offer?: Json): URLSearchParams {
  const text = typed.trim()
  const parameters = new URLSearchParams({ limit: '10', total: 'false' })
  if (pick) parameters.set('fields', [...new Set([title, ...pick])].join(','))
  if (text !== '' && search) parameters.set('q', text)
  const inTitle = text !== '' && !search && { fieldName: title, operator: 'like', value: toPattern(text) }
  setWhere(parameters, offer, inTitle)
  return parameters
}

/** Asks for the records that meet all the criteria there are. */
export function setWhere(parameters: URLSearchParams, ...given: readonly (Json | undefined | false)[]): void {
  const criteria = given.filter((each) => each !== undefined && each !== false)
  const where = criteria.length > 1 ? { operator: 'and', criteria } : criteria[0]
  if (where !== undefined) parameters.set('where', JSON.stringify(where))
}
