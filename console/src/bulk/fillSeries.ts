import type { FieldMeta, Json } from '../meta/ModelMeta.ts'

/** The values that follow some others: they repeat, or as a series, numbers and days go on by their last step. */
export function fillOf(given: readonly Json[], many: number, field: FieldMeta, isSeries: boolean): Json[] {
  const next = isSeries ? seriesOf(given, field) : undefined
  return Array.from({ length: many }, (_, index) => next?.(index + 1) ?? given[index % given.length] ?? null)
}

const day = 86_400_000

/** The value so many steps after the last one; undefined for what has no steps. */
function seriesOf(given: readonly Json[], { type }: FieldMeta): ((step: number) => Json) | undefined {
  const [before, last] = given.length > 1 ? given.slice(-2) : [undefined, given[0]]
  if (type === 'integer' && typeof last === 'number') {
    const by = typeof before === 'number' ? last - before : 1
    return (step) => last + step * by
  }
  if (type === 'date' && typeof last === 'string') {
    const time = Date.parse(last)
    const by = typeof before === 'string' ? time - Date.parse(before) : day
    return (step) => new Date(time + step * by).toISOString().slice(0, 10)
  }
  if (type !== 'decimal' || typeof last !== 'string') return undefined
  const scale = Math.max(
    ...[typeof before === 'string' ? before : '', last].map((each) => each.split('.')[1]?.length ?? 0),
  )
  const [from, to] = [toUnits(typeof before === 'string' ? before : undefined, scale), toUnits(last, scale) ?? 0n]
  const by = from === undefined ? 10n ** BigInt(scale) : to - from
  return (step) => fromUnits(to + BigInt(step) * by, scale)
}

/** A decimal as whole units of its last digit, so that nothing is rounded. */
function toUnits(digits: string | undefined, scale: number): bigint | undefined {
  if (digits === undefined || !/^-?\d+(\.\d+)?$/.test(digits)) return undefined
  const [whole = '0', after = ''] = digits.split('.')
  return BigInt(whole + after.padEnd(scale, '0'))
}

function fromUnits(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
