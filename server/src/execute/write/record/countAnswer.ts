import { tooLargeWrite } from '../../../statement/limit/answerSize.ts'
import type { StatementMaker } from '../../../statement/Statement.ts'

/** Counts the JSON of one more record. */
export type Count = (json: string) => void

/**
 * Counts the bytes that a write answers, and refuses the write once they are more than the limit. A single record is
 * always answered: it is no larger than its fields allow.
 */
export function countAnswer(limit: number): Count {
  let [records, bytes] = [0, 0]
  return (json) => {
    records += 1
    bytes += Buffer.byteLength(json)
    if (records > 1 && bytes > limit) throw tooLargeWrite(limit)
  }
}

/** A statement maker whose records are counted as they arrive: once they are too many, no more are fetched. */
export function counted<Item, Result>(maker: StatementMaker<Item, Result>, count: Count): StatementMaker<Item, Result> {
  return {
    ...maker,
    toResults: (items, rows) => {
      const results = maker.toResults(items, rows)
      for (const result of results)
        if (typeof result === 'object' && result && 'json' in result) count(String(result.json))
      return results
    },
  }
}
