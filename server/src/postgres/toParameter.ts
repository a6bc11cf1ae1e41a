/**
 * Returns a value in the form that the driver sends: an array as the text that PostgreSQL parses. The driver's own
 * conversion inspects every element several times, and most of ours have nothing to escape.
 */
export function toParameter(value: unknown): unknown {
  return Array.isArray(value) ? `{${value.map(toElement).join()}}` : value
}

function toElement(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
