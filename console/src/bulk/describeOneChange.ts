import type { Formats } from '../field/FieldKind.ts'
import { showValue } from '../field/kinds.ts'
import type { Change } from '../history/Entry.ts'
import type { Json, ModelMeta } from '../meta/ModelMeta.ts'

interface Changed {
  readonly changes: Readonly<Record<string, Change>>
}

/**
 * What was done to several records where it is one thing, such as “Status of 3 orders: placed → void”: one field of all
 * of them, with its values where those are the same. Undefined where it is more than that.
 */
export function describeOneChange(records: readonly Changed[], model: ModelMeta, formats: Formats): string | undefined {
  const [name, ...others] = new Set(records.flatMap(({ changes }) => Object.keys(changes)))
  const field = model.fields.find((each) => each.name === name)
  const changes = records.flatMap((record) => record.changes[name ?? ''] ?? [])
  if (!field || others.length > 0 || changes.length < records.length || changes.some(({ secret }) => secret))
    return undefined
  const [from, to] = [sameOf(changes.map((change) => change.from)), sameOf(changes.map((change) => change.to))]
  const show = (value: Json) => showValue(value, field, formats)
  const values = to === undefined ? '' : from === undefined ? `→ ${show(to)}` : `${show(from)} → ${show(to)}`
  return formats.words.changes.one(field.label, records.length, values, model)
}

/** The value that all have; undefined if they differ. */
function sameOf(values: readonly (Json | undefined)[]): Json | undefined {
  const [first = null] = values
  return values.every((value) => JSON.stringify(value ?? null) === JSON.stringify(first)) ? first : undefined
}
