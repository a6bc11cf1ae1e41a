import { type Command, InvalidArgumentError } from 'commander'
import { partSeparator, type Place } from '../../model/field/series/Series.ts'
import type { Model } from '../../model/Model.ts'
import type { NumberedField } from '../../model/members.ts'
import { seriesOf } from '../../model/seriesOf.ts'
import { didYouMean } from '../../text/didYouMean.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { placeOf } from '../../statement/place.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { sql } from '../../sql/sql.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { requireModel } from '../models/requireModel.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'

/** `series set MODEL FIELD LAST`: sets a counter, so that the next record gets the number after it. */
export function setSeriesCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'set',
    description: 'Set the last number of a series. The next record gets the number after it.',
    examples: [
      ['tabularium series set Invoice number 4711', 'the next invoice of this period gets 4712'],
      ['tabularium series set Invoice number 100 --period 2027', 'the first invoice of 2027 gets 101'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('<model>', 'its full name, or the last part of it')
    .argument('<field>', 'the series')
    .argument('<last>', 'the last number that is in use', readNumber)
    .option(
      '--period <parts...>',
      'such as 2026, 2026-11 or 2026-11-15; of a series by department and year 17 2026; the current one if absent',
    )
  return withSettings(command, 'doctor').action(async (modelName: string, fieldName: string, last: number) => {
    const settings = parseSettings('doctor', sourceOf(command, context))
    const [{ withConnection }, { loadModels }] = await Promise.all([
      import('../openConnection.ts'),
      import('../../model/loadModels.ts'),
    ])
    const models = await loadModels(settings.models, settings)
    const model = requireModel(models, modelName)
    const numbered = requireSeries(model, fieldName)
    const period = requirePeriod(command.opts<{ period?: string[] }>().period, numbered)
    const set = await withConnection(settings.directDatabaseUrl, settings.connectTimeout, (connection) =>
      setCounter(connection, model, numbered, last, placeOf(models), period),
    )
    const ahead = numbered.series.isDrawnAhead ? ' Processes that run may still use numbers that they drew before.' : ''
    const of = set === '' ? '' : ` of ${set.replaceAll(partSeparator, ' ')}`
    context.stderr.write(`The next number${of} in ${model.name}.${fieldName} is ${last + 1}.${ahead}\n`)
  })
}

function readNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 on, such as 4711.')
  return Number(text)
}

function requireSeries(model: Model, fieldName: string): NumberedField {
  const all = seriesOf(model)
  const found = all.find(({ field }) => field.name === fieldName)
  if (found) return found
  const names = all.map(({ field }) => field.name)
  throw new CommandFailure('failure', `${model.name} has no series "${fieldName}".${didYouMean(fieldName, names)}`)
}

const lengths = { year: 4, month: 7, day: 10 }

function requirePeriod(parts: readonly string[] | undefined, numbered: NumberedField): string | undefined {
  const { field, series } = numbered
  if (series.followsRecord && series.per.length > 0) return requireParts(parts ?? [], numbered)
  if (parts === undefined) return undefined
  const given = parts.join(' ')
  const { restart } = series
  if (restart === undefined) throw new CommandFailure('usage', `${field.name} never begins anew: leave --period out.`)
  const day = `${given}-01-01`.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && moment.getTime() > 0 && moment.toISOString().startsWith(day)
  if (isDay && given.length === lengths[restart]) return given
  const example = '2026-11-15'.slice(0, lengths[restart])
  throw new CommandFailure('usage', `${field.name} begins anew each ${restart}: write --period ${example}.`)
}

function requireParts(parts: readonly string[], { field, series: { per } }: NumberedField): string {
  if (parts.length === per.length) return parts.join(partSeparator)
  const wanted = per.map((word) => `<${word}>`).join(' ')
  throw new CommandFailure('usage', `${field.name} counts by ${per.join(' and ')}: write --period ${wanted}.`)
}

/** Sets a counter unless records have higher numbers. Returns the period. */
async function setCounter(
  connection: Connection,
  model: Model,
  numbered: NumberedField,
  last: number,
  place: Place,
  period: string | undefined,
): Promise<string> {
  const { counterStatement, followingCountersStatement, setCounterStatement } = await import(
    '../../statement/service/series.ts'
  )
  await connection.query(sql`begin`)
  try {
    const [set] = await connection.query(setCounterStatement(model, numbered, last, place, period))
    const rows = await connection.query(
      numbered.series.followsRecord
        ? followingCountersStatement(model, numbered, place)
        : counterStatement(model, numbered, place, period),
    )
    const highest = Number(rows.find((row) => row['period'] === set?.['period'])?.['highest'])
    if (highest > last)
      throw new CommandFailure('failure', `A record has the number ${highest} already: set it to ${highest} or more.`)
    await connection.query(sql`commit`)
    return set?.['period'] ?? ''
  } catch (error) {
    await connection.query(sql`rollback`).catch(() => {})
    throw error
  }
}
