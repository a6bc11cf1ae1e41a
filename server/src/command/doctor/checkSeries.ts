import type { Models } from '../../model/Models.ts'
import { partSeparator } from '../../model/field/series/Series.ts'
import type { Model } from '../../model/Model.ts'
import type { NumberedField } from '../../model/members.ts'
import { seriesOf } from '../../model/seriesOf.ts'
import { placeOf } from '../../statement/place.ts'
import type { Query } from '../../schema/RecordState.ts'
import { counterStatement, followingCountersStatement } from '../../statement/service/series.ts'
import type { Finding } from './Finding.ts'

/** Finds series whose counter is below a number that a record of its period has. */
export async function checkSeries(query: Query, models: Models): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const model of models.all)
    for (const numbered of seriesOf(model)) {
      const toStatement = numbered.series.followsRecord ? followingCountersStatement : counterStatement
      const rows = await query(toStatement(model, numbered, placeOf(models)))
      for (const { period, last, highest } of rows)
        if (Number(highest) > Number(last))
          findings.push(toFinding(model, numbered, String(period ?? ''), Number(last), Number(highest)))
    }
  return findings
}

function toFinding(
  model: Model,
  { field, series }: NumberedField,
  period: string,
  last: number,
  highest: number,
): Finding {
  const parts = series.followsRecord && period !== '' ? period.split(partSeparator) : []
  const of = parts.length === 0 ? '' : ` of ${parts.join(' ')}`
  const option = parts.length === 0 ? '' : ` --period ${parts.map((part) => JSON.stringify(part)).join(' ')}`
  return {
    check: 'series',
    what: `The series ${model.name}.${field.name}${of} is at ${last}, and a record has the number ${highest}.`,
    why: series.isDrawnAhead
      ? 'Creates draw numbers that are taken and must try again, or fail with 503.'
      : 'Every create fails with 503: the next number is taken.',
    advice: [`Run: npx tabularium series set ${model.name} ${field.name} ${highest}${option}`],
  }
}
