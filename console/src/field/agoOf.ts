const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A moment by how long ago it was, such as "2 minutes ago"; undefined if it is more than a month away, or none. */
export function agoOf(moment: string, now: number, language: string): string | undefined {
  const seconds = Math.round((Date.parse(moment) - now) / 1_000)
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  if (Number.isNaN(seconds) || Math.abs(seconds) > 31 * 86_400) return undefined
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}
