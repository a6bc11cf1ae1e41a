import type { Decimal } from './Decimal.ts'
import { endOf, monthsBetween, partsOfDay, startOf, weekdayOf } from './days.ts'
import type { EvaluationContext } from './EvaluationContext.ts'
import type { CallTree } from './ExpressionTree.ts'
import { fiscalYearOf, yearOf } from './times.ts'
import { unknown } from './values.ts'

/** A number without decimals. */
export const whole = (number: number | bigint): Decimal => ({ digits: BigInt(number), scale: 0 })

/** The functions of days that have no value if an operand has none. */
export const dayFunctions = {
  daysBetween: ([from, to]: readonly [number, number]) => whole(to - from),
  monthsBetween: ([from, to]: readonly [number, number]) => whole(monthsBetween(from, to)),
  yearsBetween: ([from, to]: readonly [number, number]) => whole(Math.trunc(monthsBetween(from, to) / 12)),
  year: ([day]: readonly [number]) => whole(yearOf(partsOfDay(day))),
  month: ([day]: readonly [number]) => whole(partsOfDay(day).month),
  day: ([day]: readonly [number]) => whole(partsOfDay(day).day),
  weekday: ([day]: readonly [number]) => whole(weekdayOf(day)),
  fiscalYear: ([day]: readonly [number], _: CallTree, { yearBegins }: EvaluationContext) =>
    yearBegins === undefined ? unknown : whole(fiscalYearOf(day, yearBegins)),
  startOf: ([day, unit]: readonly [number, string]) => startOf(day, unit),
  endOf: ([day, unit]: readonly [number, string]) => endOf(day, unit),
}
