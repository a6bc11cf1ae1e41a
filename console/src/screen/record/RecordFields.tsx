import type { ReactNode } from 'react'
import type { FieldMeta, ModelMeta } from '../../meta/ModelMeta.ts'
import { sectionsOf } from '../../meta/sections.ts'
import type { RecordMay } from '../../service/Service.ts'
import type { WhyAbout } from '../why/WhyDialog.tsx'
import { CollectionList } from './CollectionList.tsx'
import { Editor } from './Editor.tsx'
import type { DraftState } from './useDraft.ts'

/** What the fields of a form are made from. */
export interface RecordFieldsProps {
  readonly model: ModelMeta
  readonly id: number | undefined
  readonly state: DraftState
  readonly may: RecordMay | undefined
  readonly faults: Readonly<Record<string, string>>
  readonly hidden: readonly string[]
  /** The fields that others have just changed. */
  readonly fresh?: readonly string[] | undefined
  readonly onWhy: (about: WhyAbout) => void
  /** The editors of fields that have their own. */
  readonly own?: (field: FieldMeta) => ReactNode
}

/** The fields of a form in their sections. Fields that a merge asks about are there and not here. */
export function RecordFields({ model, id, state, may, faults, hidden, fresh, onWhy, own }: RecordFieldsProps) {
  return sectionsOf(model).map(({ label, fields }) => (
    <fieldset key={label} className="record-section">
      {label ? <legend>{label}</legend> : null}
      {fields
        .filter(({ name, type }) => !hidden.includes(name) && (id !== undefined || type !== 'collection'))
        .map((field) => (
          <div
            key={field.name}
            className={isWide(field) ? 'record-wide' : 'record-field'}
            data-fresh={fresh?.includes(field.name) || undefined}
          >
            {field.type === 'collection' ? (
              <CollectionList field={field} id={id} />
            ) : (
              (own?.(field) ?? (
                <Editor
                  draft={state.draft}
                  field={field}
                  fault={faults[field.name]}
                  canWrite={mayWrite(field, id, may)}
                  onEdit={(input) => state.edit(field, input)}
                  onTakeBack={() => state.takeBack(field.name)}
                  onWhy={() => onWhy({ action: id === undefined ? 'create' : 'update', field })}
                />
              ))
            )}
          </div>
        ))}
    </fieldset>
  ))
}

function isWide({ multiline, type }: FieldMeta): boolean {
  return multiline === true || type === 'json' || type === 'collection'
}

/** What may be done with this record decides; before it is known, and for new ones, what the model says. */
export function mayWrite(
  { name, may: extent }: FieldMeta,
  id: number | undefined,
  may: RecordMay | undefined,
): boolean {
  if (id !== undefined && may) return may.update && may.fields.includes(name)
  return extent === undefined || (id === undefined ? extent.create : extent.update) !== 'none'
}
