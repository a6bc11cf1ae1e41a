import { auditFields } from './columns.ts'
import { isComments } from './comments.ts'
import { type FieldMeta, isRelation, type ModelMeta } from './ModelMeta.ts'
import type { Section } from './Section.ts'

/** A part of a form with its fields. */
export interface FormSection {
  /** Empty for the first part of a model that declares no sections. */
  readonly label: string
  readonly fields: readonly FieldMeta[]
  /** How many of the twelve columns fields take, by name; by their length if absent. */
  readonly widths: Readonly<Record<string, number>>
  /** Whether a tab begins with it. */
  readonly tab: boolean
}

/** What every record has, as fields that nobody fills in. */
const readOnly: readonly FieldMeta[] = auditFields.map((field) => ({ ...field, traits: { writable: false } }))

/** Whether the service sets the field in every record: a new record has none yet. */
export function isBuiltIn({ name, ofArchive }: FieldMeta): boolean {
  return ofArchive === true || auditFields.some((field) => field.name === name)
}

/**
 * The sections of a form: those that the model declares, and behind them what they leave out. Without any: the fields
 * in their order, then long text, then relations. Comments have a place of their own, and so has the archive.
 */
export function sectionsOf(model: ModelMeta): FormSection[] {
  const known = [...model.fields, ...readOnly]
  const declared = (model.sections ?? []).map((section) => ({
    label: section.label,
    fields: section.fields
      .map(nameOf)
      .flatMap((name) => known.filter((field) => field.name === name && !isComments(field))),
    widths: widthsOf(section),
    tab: section.tab === true,
  }))
  const placed = new Set(declared.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const rest = model.fields.filter((field) => !placed.has(field.name) && !isComments(field) && !field.ofArchive)
  const ordered = [...rest].sort((a, b) => rank(a) - rank(b))
  const last = { label: '', fields: ordered, widths: {}, tab: false }
  return [...declared, last].filter(({ fields }) => fields.length > 0)
}

/** The sections of each tab, the first one with those before it; one of all where no tab is declared. */
export function tabsOf(sections: readonly FormSection[]): (readonly FormSection[])[] {
  const tabs: FormSection[][] = []
  for (const section of sections) {
    const current = tabs.at(-1)
    if (current && !section.tab) current.push(section)
    else tabs.push([section])
  }
  return tabs
}

/** The name of a field of a section. */
export function nameOf(placed: Section['fields'][number]): string {
  return typeof placed === 'string' ? placed : placed.name
}

/** The widths that a section gives its fields: their own, or what as many columns as it has leave for each. */
function widthsOf({ fields, columns }: Section): Readonly<Record<string, number>> {
  const each = columns === undefined ? undefined : 12 / columns
  const widths = fields.map((placed) => [nameOf(placed), (typeof placed === 'string' ? each : placed.width) ?? each])
  return Object.fromEntries(widths.filter(([, width]) => width !== undefined))
}

/** Whether a field is the sum of a column of lines that the form edits: it stands below that column. */
export function isBelowLines({ type, of, function: by }: FieldMeta, { fields }: ModelMeta): boolean {
  const [name, column] = of?.split('.') ?? []
  const lines = fields.find((field) => field.name === name)?.lines
  return type === 'rollup' && by === 'sum' && (lines?.columns.some((each) => each.name === column) ?? false)
}

/** Collections come last, and before them what takes much room; the order of the declaration holds within each. */
function rank(field: FieldMeta): number {
  if (isRelation(field)) return field.type === 'links' ? 2 : 3
  return field.multiline || field.type === 'json' ? 1 : 0
}
