import { showValue } from '../field/kinds.ts'
import { tagsOf } from '../field/tagsOf.ts'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import { useShell } from '../shell/Shell.tsx'
import { Tags } from './Tags.tsx'

/** A value as people read it: one of few as a tag, others as text. */
export function ShownValue({
  value,
  field,
  record,
}: {
  readonly value: Json | undefined
  readonly field: FieldMeta
  readonly record?: RecordJson | undefined
}) {
  const { words, formats } = useShell()
  const tags = tagsOf(value, field, words)
  return tags.length > 0 ? <Tags tags={tags} /> : showValue(value, field, formats, record)
}
