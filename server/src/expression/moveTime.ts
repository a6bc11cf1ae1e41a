import { longest, toDuration } from './constants.ts'
import { ExpressionMistake } from './ExpressionMistake.ts'
import type { ExpressionTree } from './ExpressionTree.ts'
import { findConverted, isNumber, nounOf, storedYears, type Typed } from './Typed.ts'

/** The calendar of PostgreSQL begins in 4713 BC; its times end in 294276. */
const [firstYear, lastYear] = [-4700, 290_000]

/** A duration added to or subtracted from a date or dateTime; undefined for other calls. */
export function findMoved(name: string, given: readonly Typed[], at: number): Typed | undefined {
  const [time, distance] = given
  if ((name !== '+' && name !== '-') || !time || !distance) return undefined
  refuseNumbers(name, time, distance, at)
  if (distance.type !== 'duration') return undefined
  const unit = unitOf(distance.tree)
  const type = unit === 'minutes' || unit === 'hours' ? 'dateTime' : 'date'
  const moved = findConverted(time, type)
  if (!moved) throw mismatch(name, time, unit, at)
  const years = movedYears(moved.years ?? storedYears, name === '-' ? -1 : 1, distance.tree, at)
  return { tree: { is: 'call', type, name, of: [moved.tree, distance.tree] }, type, at, years }
}

function refuseNumbers(name: string, left: Typed, right: Typed, at: number): void {
  if ((left.type !== 'date' && left.type !== 'dateTime') || !isNumber(right.type)) return
  const verb = name === '+' ? 'adds a number to' : 'subtracts a number from'
  const constant =
    right.tree.is === 'literal' ? `${String(right.tree.value)}${left.type === 'date' ? 'd' : 'h'}` : undefined
  const unit = left.type === 'date' ? 'days(…)' : 'hours(…)'
  throw new ExpressionMistake(`${verb} ${nounOf(left.type)} at character ${at}: write ${constant ?? unit}`)
}

function mismatch(name: string, time: Typed, unit: string, at: number): ExpressionMistake {
  const place = `by ${unit} at character ${at}`
  if (time.type === 'date')
    return new ExpressionMistake(`moves a date ${place}: a date moves by days, weeks, months or years`)
  if (time.type === 'dateTime') {
    const advice = `a day at a place is not always 24 hours. Write dayOf(…) ${name} 1d, or hours`
    return new ExpressionMistake(`moves a dateTime ${place}: ${advice}`)
  }
  return new ExpressionMistake(`moves ${nounOf(time.type)} ${place}: only dates and dateTimes move`)
}

function unitOf(tree: ExpressionTree): keyof typeof longest {
  if (tree.is === 'call') return tree.name as keyof typeof longest
  return toDuration(tree.is === 'literal' ? String(tree.value) : '').unit
}

/** PostgreSQL raises an error for dates beyond its calendar, so an expression that could reach them is refused. */
function movedYears(from: readonly [number, number], sign: number, tree: ExpressionTree, at: number): [number, number] {
  const { amount, unit } =
    tree.is === 'literal' ? toDuration(String(tree.value)) : { amount: undefined, unit: unitOf(tree) }
  const most = Math.ceil(((amount ?? longest[unit]) / longest[unit]) * 1000)
  const back = amount === undefined || sign < 0 ? most : 0
  const forth = amount === undefined || sign > 0 ? most : 0
  const years: [number, number] = [from[0] - back, from[1] + forth]
  if (years[0] >= firstYear && years[1] <= lastYear) return years
  throw new ExpressionMistake(`moves a date too often at character ${at}: add the numbers first, such as days(a + b)`)
}
