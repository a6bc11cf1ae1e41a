import type { RecordJson } from '../meta/ModelMeta.ts'

/** The newest version of a record among answers: those with the record alone, opened, or among all of a model. */
export function findKnown(answers: readonly unknown[], id: number): RecordJson | undefined {
  const known = answers.flatMap(recordsOf).filter((record) => record.id === id)
  return known.reduce<RecordJson | undefined>(
    (newest, record) => (newest && newest.version >= record.version ? newest : record),
    undefined,
  )
}

function recordsOf(answer: unknown): readonly RecordJson[] {
  if (Array.isArray(answer)) return answer.filter(isRecord)
  if (typeof answer !== 'object' || answer === null) return []
  if (isRecord(answer)) return [answer]
  return 'record' in answer && isRecord(answer.record) ? [answer.record] : []
}

function isRecord(value: unknown): value is RecordJson {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value
}
