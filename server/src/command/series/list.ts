import type { Command } from 'commander'
import type { Models } from '../../model/Models.ts'
import { partSeparator } from '../../model/field/series/Series.ts'
import { seriesOf } from '../../model/seriesOf.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { placeOf } from '../../statement/place.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { printJson, printTable } from '../output.ts'

/** `series list`: shows the counters of all number series. */
export function listSeriesCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'list',
    description: 'Show the counters of the number series, and the highest number of the records in the current period.',
    examples: [['tabularium series list', 'a line for each period; a counter below the highest number is behind']],
    exits: ['schemaDiffers', 'unreachable'],
  }).option('--json', 'print JSON')
  return withSettings(command, 'doctor').action(async () => {
    const settings = parseSettings('doctor', sourceOf(command, context))
    const [{ withConnection }, { loadModels }] = await Promise.all([
      import('../openConnection.ts'),
      import('../../model/loadModels.ts'),
    ])
    const models = await loadModels(settings.models, settings)
    const counters = await withConnection(settings.directDatabaseUrl, settings.connectTimeout, (connection) =>
      readCounters(connection, models),
    )
    if (command.opts<{ json?: true }>().json) return printJson(context.stdout, counters)
    printTable(context.stdout, ['model', 'field', 'kind', 'period', 'last', 'highest'], counters.map(toCells))
  })
}

/**
 * A counter of one period, whose parts are separated by spaces. `highest` is known for the current period, and for all
 * periods of a series that follows from its records.
 */
interface Counter {
  readonly model: string
  readonly field: string
  readonly gapless: boolean
  readonly period: string
  readonly last: number
  readonly highest?: number
}

async function readCounters(connection: Connection, models: Models): Promise<Counter[]> {
  const { counterStatement, followingCountersStatement, periodsStatement } = await import(
    '../../statement/service/series.ts'
  )
  const place = placeOf(models)
  const counters: Counter[] = []
  for (const model of models.all)
    for (const numbered of seriesOf(model)) {
      const own = { model: model.name, field: numbered.field.name, gapless: numbered.series.gapless }
      if (numbered.series.followsRecord) {
        const rows = await connection.query(followingCountersStatement(model, numbered, place))
        counters.push(...rows.map(({ period, last, highest }) => toCounter(own, period, last, highest)))
        continue
      }
      const [now] = await connection.query(counterStatement(model, numbered, place))
      const others = await connection.query(periodsStatement(model, numbered, place))
      counters.push(
        { ...own, period: now?.['period'] ?? '', last: Number(now?.['last']), highest: Number(now?.['highest']) },
        ...others.map(({ period, last }) => toCounter(own, period, last)),
      )
    }
  return counters
}

type Cell = string | null | undefined
type SeriesName = Pick<Counter, 'model' | 'field' | 'gapless'>

function toCounter(own: SeriesName, period: Cell, last: Cell, highest?: Cell): Counter {
  const shown = (period ?? '').replaceAll(partSeparator, ' ')
  return { ...own, period: shown, last: Number(last), ...(highest === undefined ? {} : { highest: Number(highest) }) }
}

function toCells({ model, field, gapless, period, last, highest }: Counter): string[] {
  return [model, field, gapless ? 'gapless' : 'plain', period || '-', `${last}`, `${highest ?? ''}`]
}
