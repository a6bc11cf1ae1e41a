import type { ModelMeta } from '../meta/ModelMeta.ts'
import { useShell } from './Shell.tsx'
import { useRecordTitles } from './useRecordTitles.ts'

/** What a question is about, inside of a sentence: a record by its title, or all records of a model. */
export function useSubject(model: ModelMeta, id: number | undefined, isAsked = true): string {
  const { words } = useShell()
  const record = { model: model.name, id: id ?? 0 }
  const titleOf = useRecordTitles(isAsked && id !== undefined ? [record] : [])
  if (id === undefined) return words.why.several(model)
  const title = titleOf(record)
  return title === `#${id}` ? words.why.record(model.label, id) : title
}
