const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Reads a time with its unit, such as `30s`, in milliseconds; undefined if it is none. */
export function toMilliseconds(text: unknown): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(typeof text === 'string' ? text : '') ?? []
  return amount === undefined ? undefined : Number(amount) * (units[unit] ?? 0)
}
