import type { ReactNode } from 'react'
import type { FieldMeta, ModelMeta } from '../../meta/ModelMeta.ts'
import { sectionsOf } from '../../meta/sections.ts'
import type { WhyAbout } from '../../component/explain/WhyDialog.tsx'
import { CollectionList } from './CollectionList.tsx'
import { FormField } from './Editor.tsx'
import type { FormRights } from './mayWrite.ts'
import type { DraftState } from './useDraft.ts'
import '../../component/form/section.css'

/** What the fields of a form are made from. */
export interface RecordFieldsProps extends FormRights {
  readonly model: ModelMeta
  readonly state: DraftState
  readonly faults: Readonly<Record<string, string>>
  readonly hidden: readonly string[]
  /** The fields that others have just changed. */
  readonly fresh?: readonly string[] | undefined
  readonly onWhy: (about: WhyAbout) => void
  /** The editors of fields that have their own. */
  readonly own?: (field: FieldMeta) => ReactNode
}

/** The fields of a form in their sections. Fields that a merge asks about are there and not here. */
export function RecordFields(form: RecordFieldsProps) {
  const { model, id, hidden, own } = form
  return sectionsOf(model).map(({ label, fields }) => (
    <fieldset key={label} className="record-section">
      {label ? <legend>{label}</legend> : null}
      {fields
        .filter(({ name, type }) => !hidden.includes(name) && (id !== undefined || type !== 'collection'))
        .map((field) => (
          <div
            key={field.name}
            className={isWide(field) ? 'record-wide' : 'record-field'}
            data-fresh={isFresh(field, form)}
          >
            {field.type === 'collection' ? (
              <CollectionList field={field} id={id} />
            ) : (
              (own?.(field) ?? <FormField field={field} form={form} />)
            )}
          </div>
        ))}
    </fieldset>
  ))
}

/** Whether others have just changed a field, as the attribute that shows it. */
export function isFresh({ name }: FieldMeta, { fresh }: RecordFieldsProps): true | undefined {
  return fresh?.includes(name) || undefined
}

function isWide({ multiline, type }: FieldMeta): boolean {
  return multiline === true || type === 'json' || type === 'collection'
}
