/**
 * Returns a value as the text that PostgreSQL parses; null stays null. The driver's own conversion inspects every
 * element of an array several times, and most of ours have nothing to escape.
 */
export function toParameter(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.length === 1 ? `{${toElement(value[0])}}` : `{${value.map(toElement).join()}}`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return JSON.stringify(value)
}

function toElement(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
