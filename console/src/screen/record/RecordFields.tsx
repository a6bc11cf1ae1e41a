import { type CSSProperties, type KeyboardEvent, type ReactNode, Suspense } from 'react'
import type { FieldMeta, Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { type FormSection, isBelowLines, isBuiltIn, sectionsOf, tabsOf } from '../../meta/sections.ts'
import { type FormConditions, isLeftOut, noConditions } from '../../expression/formConditions.ts'
import { useShell } from '../../shell/Shell.tsx'
import type { Pins } from './usePins.ts'
import { FormTabs } from './FormTabs.tsx'
import type { WhyAbout } from '../../component/explain/WhyDialog.tsx'
import { CollectionList } from './CollectionList.tsx'
import { FormField } from './Editor.tsx'
import { LinesGrid } from './lazyComponents.ts'
import type { FormRights } from './mayWrite.ts'
import type { DraftState } from './useDraft.ts'
import '../../component/form/section.css'

/** What the fields of a form are made from. */
export interface RecordFieldsProps extends FormRights {
  readonly model: ModelMeta
  readonly state: DraftState
  readonly faults: Readonly<Record<string, string>>
  /** The values of formulas and defaults while somebody types, by field. */
  readonly preview?: Readonly<Record<string, Json>> | undefined
  readonly hidden: readonly string[]
  /** What the declared conditions say of the draft; none if absent. */
  readonly conditions?: FormConditions
  /** The fields whose values go on to the next new record. */
  readonly pins?: Pins
  /** The fields that others have just changed. */
  readonly fresh?: readonly string[] | undefined
  readonly onWhy: (about: WhyAbout) => void
  /** The editors of fields that have their own. */
  readonly own?: (field: FieldMeta) => ReactNode
}

/** The fields of a form in their sections, and these in tabs. Fields that a merge asks about are there instead. */
export function RecordFields(form: RecordFieldsProps) {
  const tabs = tabsOf(sectionsOf(form.model).flatMap((section) => withShown(section, form)))
  const parts = tabs.map((sections) => ({
    label: sections[0]?.label ?? '',
    names: sections.flatMap(({ fields }) => fields.map(({ name }) => name)),
    content: sections.map((section) => <FormSectionPart key={section.label} section={section} form={form} />),
  }))
  return parts.length < 2 ? parts.map(({ content }) => content) : <FormTabs tabs={parts} faults={form.faults} />
}

/** A section with the fields that the form shows; none without any. */
function withShown(section: FormSection, form: RecordFieldsProps): FormSection[] {
  const { model, id, hidden, state, faults, conditions = noConditions } = form
  const fields = section.fields
    .filter((field) => !hidden.includes(field.name) && (id !== undefined || isOfNew(field)))
    .filter((field) => !isBelowLines(field, model) || !hasLines(field, form))
    .filter((field) => !isLeftOut(field, state.draft, conditions, faults))
  return fields.length > 0 ? [{ ...section, fields }] : []
}

function FormSectionPart({
  section: { label, fields, widths },
  form,
}: {
  readonly section: FormSection
  readonly form: RecordFieldsProps
}) {
  const { words } = useShell()
  const { own } = form
  return (
    <fieldset className="record-section">
      {label ? <legend>{label}</legend> : null}
      {fields.map((field) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- A key of the input inside of it.
        <div
          key={field.name}
          onKeyDown={onMarkKey}
          className="record-field"
          data-width={widthOf(field, widths[field.name])}
          data-span={widths[field.name]}
          style={spanOf(widths[field.name])}
          data-name={field.name}
          data-fresh={isFresh(field, form)}
        >
          {field.type === 'collection' ? (
            <Members field={field} form={form} />
          ) : (
            (own?.(field) ?? <FormField field={field} form={form} />)
          )}
          {isNoted(field, form) ? <p className="field-help">{words.record.unasked}</p> : null}
        </div>
      ))}
    </fieldset>
  )
}

/** The records of a collection: lines that the form edits, or a list of them, as of collections that grow. */
function Members({ field, form }: { readonly field: FieldMeta; readonly form: RecordFieldsProps }) {
  const { base } = form.state.draft
  const { lines } = field
  if (!lines || (base !== undefined && !(field.name in base)))
    return <CollectionList field={field} id={form.id} isUnmet={form.conditions?.unmet.has(field.name) ?? false} />
  return (
    <Suspense>
      <LinesGrid field={{ ...field, lines }} form={form} />
    </Suspense>
  )
}

/** Whether the lines that a sum is of are edited here: a record may have too many of them. */
function hasLines({ of = '' }: FieldMeta, { state: { draft } }: RecordFieldsProps): boolean {
  return draft.base === undefined || (of.split('.')[0] ?? '') in draft.base
}

/** F8 in a field is its mark, which is no stop of Tab: it takes the change back, or says why the field is locked. */
function onMarkKey({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'F8') currentTarget.querySelector<HTMLElement>('.field-head button')?.click()
}

/** Whether a field is there only for its value: its condition is not met. A list of other records says so itself. */
function isNoted({ name, type, lines }: FieldMeta, { conditions }: RecordFieldsProps): boolean {
  return conditions?.unmet.has(name) === true && (type !== 'collection' || lines !== undefined)
}

/** Whether a record that is not there yet can have it. */
function isOfNew(field: FieldMeta): boolean {
  return (field.type !== 'collection' || field.lines !== undefined) && !isBuiltIn(field)
}

/** Whether others have just changed a field, as the attribute that shows it. */
export function isFresh({ name }: FieldMeta, { fresh }: RecordFieldsProps): true | undefined {
  return fresh?.includes(name) || undefined
}

/** Of the twelve columns of a section: all, a half, or a quarter; of a declared width the next one. */
function widthOf({ multiline, type, result }: FieldMeta, declared: number | undefined): 3 | 6 | 12 {
  if (declared !== undefined) return declared <= 3 ? 3 : declared <= 6 ? 6 : 12
  if (multiline === true || type === 'json' || type === 'collection') return 12
  return narrow.has(result?.type ?? type) ? 3 : 6
}

/** The types whose values are short. */
const narrow = new Set(['boolean', 'choice', 'date', 'dateTime', 'decimal', 'integer', 'money', 'series', 'time'])

/** The columns that a field takes where a form is wide. */
function spanOf(columns: number | undefined): CSSProperties | undefined {
  return columns === undefined ? undefined : ({ '--span': columns } as CSSProperties)
}
