import { isSame } from '../field/isSame.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta } from '../meta/ModelMeta.ts'
import { type Author, type Choices, type Conflict, groupOf } from './Conflict.ts'
import { type Draft, inputOf } from './Draft.ts'

/** One field of a merge with its three values. */
export interface MergeField {
  readonly field: FieldMeta
  readonly base: Json
  readonly current: Json
  readonly yours: Json
  readonly isSecret: boolean
}

/** What one choice decides: a field that clashes, or several that move together. */
export interface MergeBlock {
  /** The name of the first field that clashes, by which the block is chosen. */
  readonly name: string
  readonly fields: readonly MergeField[]
  readonly by: Author | null
  readonly on: string
}

/** The blocks of a merge, in the order of the form. Values with titles of other records win over bare ids. */
export function blocksOf(conflict: Conflict, draft: Draft, model: ModelMeta): MergeBlock[] {
  const clashing = new Set(conflict.conflicts.map(({ field }) => field))
  const placed = new Set<string>()
  return model.fields.flatMap(({ name }): MergeBlock[] => {
    if (!clashing.has(name) || placed.has(name)) return []
    const names = groupOf(model, name).filter((each) => clashing.has(each) || isChanged(conflict, model, each))
    for (const each of names) placed.add(each)
    const clash = conflict.conflicts.find(({ field }) => field === name)
    const members = model.fields.filter((each) => names.includes(each.name))
    const fields = members.map((field) => mergeField(field, conflict, draft))
    return [{ name, fields, by: clash?.by ?? null, on: clash?.on ?? '' }]
  })
}

/** The choice of "something else" begins with what is typed already; each field of the block can then be changed. */
export function beginOther(choices: Choices, { fields }: MergeBlock, draft: Draft): Choices {
  const inputs = fields.map(({ field }) => {
    const before = choices[field.name]
    return [field.name, before?.keep === 'other' ? before : { keep: 'other' as const, input: inputOf(draft, field) }]
  })
  return { ...choices, ...Object.fromEntries(inputs) }
}

/** What goes together without a question: the fields that only you changed, and those that only others changed. */
export function alongOf(conflict: Conflict, draft: Draft, model: ModelMeta) {
  const asked = new Set(blocksOf(conflict, draft, model).flatMap(({ fields }) => fields.map(({ field }) => field.name)))
  const mine = model.fields.filter(({ name }) => conflict.mergeable.includes(name) && !asked.has(name))
  const theirs = model.fields.filter(
    (field) => !isComputed(field) && !asked.has(field.name) && isChanged(conflict, model, field.name),
  )
  return { mine, theirs: theirs.filter(({ name }) => !conflict.mergeable.includes(name)) }
}

function mergeField(field: FieldMeta, conflict: Conflict, draft: Draft): MergeField {
  const { name } = field
  const clash = conflict.conflicts.find((each) => each.field === name)
  const edit = draft.edits[name]
  const base = conflict.base?.[name] ?? clash?.base ?? null
  return {
    field,
    base,
    current: conflict.current[name] ?? clash?.current ?? null,
    yours: edit ?? clash?.yours ?? base,
    isSecret: field.secret === true,
  }
}

function isChanged({ base, current }: Conflict, model: ModelMeta, name: string): boolean {
  const field = model.fields.find((each) => each.name === name)
  if (!field || !base || field.type === 'collection' || !(name in base)) return false
  return !isSame(field.type, base[name], current[name])
}
