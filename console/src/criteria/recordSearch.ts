import type { ModelMeta } from '../meta/ModelMeta.ts'
import { toPattern } from './pattern.ts'

/** What records are searched by: the words of `q`, or the title. */
export type Searched = Pick<ModelMeta, 'name' | 'title' | 'search' | 'pick'>

/** The first ten records with the words in their search fields, or the text in their title, in the form of find. */
export function recordSearch({ title, search, pick }: Searched, typed: string): URLSearchParams {
  const text = typed.trim()
  const parameters = new URLSearchParams({ limit: '10', total: 'false' })
  if (pick) parameters.set('fields', [...new Set([title, ...pick])].join(','))
  if (text === '') return parameters
  if (search) parameters.set('q', text)
  else parameters.set('where', JSON.stringify({ fieldName: title, operator: 'like', value: toPattern(text) }))
  return parameters
}
