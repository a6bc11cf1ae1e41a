import type { Json } from '../meta/ModelMeta.ts'

/** The JSON object or array that a text is; undefined if it is none. */
export function findJson(source: string): Json | undefined {
  if (!/^\s*[[{]/.test(source)) return undefined
  try {
    return JSON.parse(source) as Json
  } catch {
    return undefined
  }
}
