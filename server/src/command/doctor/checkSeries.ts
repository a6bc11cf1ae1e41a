import type { Models } from '../../model/Models.ts'
import { seriesOf } from '../../model/seriesOf.ts'
import type { Query } from '../../schema/RecordState.ts'
import { counterStatement } from '../../statement/service/series.ts'
import type { Finding } from './Finding.ts'

/** Finds series whose counter is below a number that a record of the current period has. */
export async function checkSeries(query: Query, models: Models): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const model of models.all)
    for (const numbered of seriesOf(model)) {
      const [row] = await query(counterStatement(model, numbered))
      const [last, highest] = [Number(row?.['last']), Number(row?.['highest'])]
      if (highest <= last) continue
      const { field, series } = numbered
      findings.push({
        check: 'series',
        what: `The series ${model.name}.${field.name} is at ${last}, and a record has the number ${highest}.`,
        why: series.gapless
          ? 'Every create fails with 503: the next number is taken.'
          : 'Creates draw numbers that are taken and must try again, or fail with 503.',
        advice: [`Run: npx tabularium series set ${model.name} ${field.name} ${highest}`],
      })
    }
  return findings
}
