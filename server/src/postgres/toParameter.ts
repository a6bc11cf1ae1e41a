/**
 * A value as the driver is to send it: a list as the text that PostgreSQL reads. The driver's own way looks into every
 * element of a list several times, and most of ours have nothing to escape.
 */
export function toParameter(value: unknown): unknown {
  return Array.isArray(value) ? `{${value.map(toElement).join()}}` : value
}

function toElement(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
