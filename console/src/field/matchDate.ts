import { isDay } from './isDay.ts'

/** The day of a text: in the form of ISO, in the order of a language, or with the name of its month. */
export function matchDay(text: string, language: string): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/.exec(text.trim())
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const parts = text.match(/\p{L}+|\d+/gu) ?? []
  if (parts.length !== 3) return undefined
  const names = parts.filter((part) => !/\d/.test(part))
  if (names.length === 0) {
    const order = orderOf(language)
    const at = (part: 'year' | 'month' | 'day') => parts[order.indexOf(part)]
    return dayOf(at('year'), at('month'), at('day'))
  }
  const month = monthsOf(language).get(names[0]?.toLowerCase() ?? '')
  const year = parts.find((part) => /^\d{4}$/.test(part))
  const day = parts.find((part) => /^\d{1,2}$/.test(part))
  return names.length === 1 && month !== undefined ? dayOf(year, String(month), day) : undefined
}

/** The moment of a text: with its own zone, or a day and a time of day in a zone. */
export function matchMoment(text: string, language: string, timeZone: string): string | undefined {
  const trimmed = text.trim()
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(trimmed)) return toIso(Date.parse(trimmed))
  const found = /[\s,T]+(?:at |um |à )?(\d{1,2})[:h.](\d\d)(?::(\d\d))?\s*([ap]\.?m\.?)?(?: Uhr)?$/i.exec(trimmed)
  const day = matchDay(found ? trimmed.slice(0, found.index) : trimmed, language)
  if (day === undefined) return undefined
  const [, hour = '0', minute = '0', second = '0', half = ''] = found ?? []
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const two = (figure: number | string) => String(figure).padStart(2, '0')
  return inZone(Date.parse(`${day}T${two(hours)}:${minute}:${two(second)}Z`), timeZone)
}

/** The moment at which the clocks of a zone show this. */
function inZone(shown: number, timeZone: string): string | undefined {
  const first = shown - offsetAt(shown, timeZone)
  return toIso(shown - offsetAt(first, timeZone))
}

function offsetAt(moment: number, timeZone: string): number {
  const form = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = form.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function toIso(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** A day of four digits for the year: which century two of them mean, nobody can know. */
function dayOf(year = '', month = '', day = ''): string | undefined {
  const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(whole) ? whole : undefined
}

function orderOf(language: string): string[] {
  return new Intl.DateTimeFormat(language)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'year' || type === 'month' || type === 'day')
}

/** The names of months, long and short, in small letters; English ones besides those of the language. */
function monthsOf(language: string): ReadonlyMap<string, number> {
  const all = ['en', language].flatMap((each) =>
    (['long', 'short'] as const).flatMap((month) => {
      const form = new Intl.DateTimeFormat(each, { day: 'numeric', month, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, index): [string, number] => {
        const parts = form.formatToParts(Date.UTC(2026, index, 5))
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        return [name.replaceAll('.', '').toLowerCase(), index + 1]
      })
    }),
  )
  return new Map(all)
}
