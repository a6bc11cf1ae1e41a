import type { GroupRequest } from '../call/AggregateRequest.ts'
import { parseDestination, type Path } from '../criteria/path.ts'
import { Failure } from '../failure/failure.ts'
import { periods } from '../model/aggregates.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../text/didYouMean.ts'
import { didYouMeanZone, isTimeZone } from '../text/timeZone.ts'
import type { Group } from './AggregatePlan.ts'

/** Parses a field to group by. */
export function parseGroup({ fieldName, by, timeZone }: GroupRequest, model: Model, models: Models): Group {
  const path = parseOnePath(fieldName, model, models)
  const { type } = path.field
  const { comparable, calendar, multiple } = typeOf(path.field)
  if (!comparable)
    throw invalid(`The field ${fieldName} is of type ${type}, whose values cannot be compared: group by another field.`)
  if (by === undefined) {
    if (timeZone !== undefined) throw invalid(`The group ${fieldName} has a timeZone without by: write "by": "month".`)
    return { name: fieldName, path }
  }
  if (multiple && by === 'each' && timeZone === undefined) return { name: fieldName, path, each: true }
  if (multiple) throw invalid(`The field ${fieldName} has several values: write "by": "each", or leave by out.`)
  if (!calendar) throw invalid(`The member by is for dates, and ${fieldName} is of type ${type}.`)
  const period = periods.find((one) => one === by)
  if (!period)
    throw invalid(`There is no period "${by.slice(0, 50)}".${didYouMean(by, periods)} Use ${periods.join(', ')}.`)
  if (calendar.hasZone)
    return { name: fieldName, path, by: period, timeZone: parseTimeZone(timeZone ?? models.application.timeZone) }
  if (timeZone !== undefined) throw invalid(`The field ${fieldName} is a date without a time, so it takes no timeZone.`)
  return { name: fieldName, path, by: period }
}

/** Resolves a dotted name that leads to one value for each record. */
export function parseOnePath(name: string, model: Model, models: Models): Path {
  const destination = parseDestination(name, model, models)
  if (destination.to === 'field') return destination.path
  throw invalid(
    `The name "${name.slice(0, 100)}" leads to many records: aggregate ${destination.relation.target} ` +
      'by its reference instead.',
  )
}

/**
 * Checks a time zone. Abbreviations such as CET are refused: PostgreSQL takes them for a fixed offset without daylight
 * saving time. So is everything that only PostgreSQL would accept, such as `X5`.
 */
function parseTimeZone(text: string): string {
  if (isTimeZone(text)) return text
  const hint = `${didYouMeanZone(text)} Use UTC or a name such as Europe/Paris.`
  throw invalid(`There is no time zone "${text.slice(0, 50)}".${hint}`)
}

function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}
