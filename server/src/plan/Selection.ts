import type { Field } from '../model/field/Field.ts'
import { isStored } from '../model/field/fieldTypes.ts'
import { isFormula } from '../model/field/formula.ts'
import type { ReferenceField } from '../model/field/reference.ts'
import type { Model } from '../model/Model.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { SortKey } from './parseSort.ts'

/** What is shown of a record besides its id and version: a tree over references and relations, as plain data. */
export interface Selection {
  readonly model: Model
  readonly members: readonly SelectedMember[]
}

/** One member of a selection. A reference to a model that the caller may not know shows only the id. */
export type SelectedMember =
  | { readonly shows: 'field'; readonly field: Field }
  | { readonly shows: 'reference'; readonly field: ReferenceField; readonly selection: Selection | undefined }
  | {
      readonly shows: 'relation'
      readonly relation: Relation
      readonly selection: Selection
      /** The order of its records; by id if absent. */
      readonly sort?: readonly SortKey[]
    }

/**
 * Whether the statement that writes a record can show it, too. It reads other records as they were before the write, so
 * it cannot if the selection leads to records of the same model, or to rollups of others. If the selection leads over a
 * relation, the answer may be too large, and the write must then be rolled back.
 */
export function isShownByWrite({ model, members }: Selection, written: Model = model): boolean {
  return members.every((member) => {
    if (member.shows === 'field')
      return isStored(member.field) || (model.name === written.name && !readsModel(member.field, written))
    if (!member.selection) return member.shows !== 'relation'
    if (member.shows === 'relation' || member.selection.model.name === written.name) return false
    return isShownByWrite(member.selection, written)
  })
}

/** Whether a formula reads other records of the model. */
function readsModel(field: Field, { name }: Model): boolean {
  return isFormula(field) && field.reads?.includes(name) === true
}

/** A text that two selections share only if they show the same. */
export function keyOfSelection({ members }: Selection): string {
  return members.map(keyOfMember).join()
}

function keyOfMember(member: SelectedMember): string {
  if (member.shows === 'field') return member.field.name
  const { name } = member.shows === 'reference' ? member.field : member.relation
  return `${name}(${member.selection ? keyOfSelection(member.selection) : ''})`
}
