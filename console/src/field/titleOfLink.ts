import type { Json } from '../meta/ModelMeta.ts'

/**
 * The title of a record that another one shows: what is there beside id and version, and its number where the caller
 * may not read more. A user is called by the name.
 */
export function titleOfLink(value: Json | undefined): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const { id, version: _, ...rest } = value as { readonly [name: string]: Json }
  if ('username' in rest && typeof rest['name'] === 'string' && rest['name'] !== '') return rest['name']
  const title = Object.values(rest).find((each) => typeof each === 'string' || typeof each === 'number')
  return title === undefined || title === '' ? `#${JSON.stringify(id)}` : String(title)
}
