import { showValue } from '../field/kinds.ts'
import { isReadByWords } from '../history/wordDiff.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import { useShell } from '../shell/Shell.tsx'
import { Difference } from './Difference.tsx'

type Values = Readonly<Record<string, Json>>

/** What became of a value: of longer text the words that differ, of others both values, such as 10 Jul → 24 Dec. */
export function Changed({
  field,
  before: old,
  now: current,
}: {
  readonly field: FieldMeta
  /** The records that have the two values; undefined where there is none. */
  readonly before: Values | undefined
  readonly now: Values | undefined
}) {
  const { words, formats } = useShell()
  const isText = field.type === 'text' || field.type === 'json'
  const textOf = (record: Values | undefined) => {
    const value = record?.[field.name] ?? null
    return value === null ? '' : showValue(value, field, formats, record)
  }
  const [before, now] = [textOf(old), textOf(current)]
  if (before === '' || (isText && isReadByWords(before, now))) return <Difference before={before} now={now} />
  return (
    <>
      <span className="dim">{before}</span> → {now === '' ? words.value.none : now}
    </>
  )
}
