import { useEffect, useRef } from 'react'
import { type Draft, inputOf } from '../../draft/Draft.ts'
import { focusQuietly } from '../../component/focusQuietly.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta } from '../../meta/ModelMeta.ts'
import { sectionsOf } from '../../meta/sections.ts'
import { takeWantedField } from '../../shell/wantedField.ts'
import { focusInForm } from './focusInForm.ts'
import { takeReturn } from './returning.ts'

/**
 * The focus when a form is opened: on the first empty field that is required in a new record; on the title of another
 * one, or on the field that somebody goes to; on the way to one more where somebody comes back from a record that they
 * have just created there.
 */
export function useFocusOnArrival(
  model: ModelMeta,
  id: number | undefined,
  draft: Draft,
  preview: Readonly<Record<string, Json>>,
): void {
  const first = useRef({ model, id, draft, preview })
  useEffect(() => {
    // A dialog that stands over the page keeps the focus. The bar of a phone is how one comes here.
    const main = 'main, .bottom'
    if (document.activeElement !== document.body && !document.activeElement?.closest(main)) return
    const { model: of, id: opened, ...values } = first.current
    const back = takeReturn(of.name, opened)
    const wanted = takeWantedField(of.name, opened)
    if (back) find(`[data-name="${back}"] .collection header a`)?.focus()
    else if (wanted !== undefined) focusInForm(find(`[data-name="${wanted}"] :is(${editable})`), focusQuietly)
    else if (opened === undefined) focusInForm(findEmpty(of, values), focusQuietly)
    else find('h1')?.focus({ preventScroll: true })
  }, [])
}

const editable = 'input, textarea, [role="spinbutton"], button:not([tabindex="-1"])'

function find(selector: string): HTMLElement | null {
  return document.querySelector(`.record-form ${selector}`)
}

/** The input of the first field that must be filled in; where none is missing, of the first of all. */
function findEmpty(
  model: ModelMeta,
  { draft, preview }: { readonly draft: Draft; readonly preview: Readonly<Record<string, Json>> },
): HTMLElement | null {
  const isEmpty = (field: FieldMeta) => ['', null].includes(inputOf(draft, field, preview[field.name]) as string | null)
  const wanted = sectionsOf(model)
    .flatMap(({ fields }) => fields)
    .find((field) => field.required && !isComputed(field) && isEmpty(field))
  const missing = wanted && find(`[data-name="${wanted.name}"] :is(${editable})`)
  return missing ?? find(`.record-section :is(${editable})`)
}
