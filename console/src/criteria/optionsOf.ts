import type { Formats } from '../field/FieldKind.ts'
import { type ShownTag, toTag } from '../field/tagsOf.ts'
import { titleOfLink } from '../field/titleOfLink.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import { idOf } from './describeChip.ts'

/** A value to choose, and how many records have it; undefined while that is not known. */
export interface ValueOption {
  readonly id: string
  readonly value: Json
  readonly label: string
  /** How it is shown where it is a value of a choice. Those that are no longer in use are among them. */
  readonly tag?: ShownTag
  readonly count: number | undefined
}

/** Records counted by a field. */
export interface Counted {
  readonly groups: readonly { readonly group: { readonly [path: string]: Json }; readonly count: number }[]
  readonly total: number
}

/**
 * The values of a field to choose from: all of a choice and of a boolean, and the records that references lead to, the
 * most frequent first. What is chosen already is always among them.
 */
export function optionsOf(
  field: FieldMeta,
  path: string,
  counted: Counted | undefined,
  chosen: readonly Json[],
  formats: Formats,
): ValueOption[] {
  const counts = new Map((counted?.groups ?? []).map(({ group, count }) => [findOption(group[path] ?? null), count]))
  const isWhole = counted !== undefined && counted.total <= counted.groups.length
  const option = (value: Json, label: string): ValueOption => {
    const id = findOption(value)
    return { id, value, label, count: counts.get(id) ?? (isWhole ? 0 : undefined) }
  }
  if (field.type === 'boolean')
    return [option(true, formats.words.value.yes), option(false, formats.words.value.no), ...strangers(field, chosen)]
  if (field.type === 'choice' || field.type === 'choices')
    return [
      ...(field.values ?? []).map((value) => {
        const tag = toTag(value, field)
        return { ...option(value, tag.label), tag }
      }),
      ...strangers(field, chosen),
    ]
  const found = (counted?.groups ?? []).flatMap(({ group }) => {
    const id = idOf(group[path] ?? null)
    return id === undefined ? [] : [option(id, titleOfLink(group[path]))]
  })
  const known = new Set(found.map(({ id }) => id))
  const others = chosen.filter((value) => !known.has(findOption(value)))
  return [...found, ...others.map((value) => option(value, shown(value)))]
}

/** What tells options apart: a record by its id, whichever way it is written. */
export function findOption(value: Json): string {
  const id = typeof value === 'object' ? idOf(value) : undefined
  return typeof value === 'number' || id !== undefined ? `#${id ?? JSON.stringify(value)}` : `=${JSON.stringify(value)}`
}

/** Values of criteria that the field does not have: they stay to be seen, and to be taken out. */
function strangers({ type, values = [] }: FieldMeta, chosen: readonly Json[]): ValueOption[] {
  const isKnown = (value: Json) =>
    type === 'boolean' ? typeof value === 'boolean' : typeof value === 'string' && values.includes(value)
  return chosen
    .filter((value) => !isKnown(value))
    .map((value) => ({ id: findOption(value), value, label: shown(value), count: undefined }))
}

function shown(value: Json): string {
  return typeof value === 'object' ? titleOfLink(value) : String(value)
}
