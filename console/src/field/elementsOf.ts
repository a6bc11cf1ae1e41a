import type { Json } from '../meta/ModelMeta.ts'

/** The values of a set, one by one; a text is one of them. */
export function elementsOf(value: Json | undefined): string[] {
  const all: readonly Json[] = Array.isArray(value) ? value : [value ?? '']
  return all.filter((each) => typeof each === 'string' && each !== '').map(String)
}
