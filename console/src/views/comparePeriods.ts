import type { Json } from '../meta/ModelMeta.ts'
import type { ListRoute } from '../route/ListRoute.ts'
import type { Compare } from './Tile.ts'

const day = 86_400_000

/**
 * The lists of the records of this period and of the one before, by the day of the place. Both are asked for with the
 * variable `$today`, so that a moment is compared with the midnight of the place.
 */
export function comparePeriods(route: ListRoute, { path, by }: Compare, today: string) {
  const [begin, end, before] = [0, 1, -1].map((after) => beginOf(today, by, after))
  const at = (moment: number) => toVariable(Math.round((moment - Date.parse(`${today}T00:00:00Z`)) / day))
  const within = (from: number, to: number): ListRoute => {
    const tests: Json[] = [
      { fieldName: path, operator: '>=', value: at(from) },
      { fieldName: path, operator: '<', value: at(to) },
    ]
    const others: Json[] = route.where === '' ? [] : [JSON.parse(route.where) as Json]
    return { ...route, where: JSON.stringify({ operator: 'and', criteria: [...others, ...tests] }) }
  }
  return { now: within(begin ?? 0, end ?? 0), before: within(before ?? 0, begin ?? 0) }
}

function toVariable(days: number): string {
  return days === 0 ? '$today' : `$today${days < 0 ? '-' : '+'}${Math.abs(days)}d`
}

/** The first day of the period around a day, or of one so many after it, as a moment of UTC. Weeks begin on Monday. */
function beginOf(today: string, by: Compare['by'], after: number): number {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  if (by === 'year') return Date.UTC(year + after, 0, 1)
  if (by === 'month') return Date.UTC(year, month - 1 + after, 1)
  const first = Date.UTC(year, month - 1, date)
  if (by === 'day') return first + after * day
  return first + (after * 7 - ((new Date(first).getUTCDay() + 6) % 7)) * day
}
