import type { FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'
import { stepFieldOf } from '../meta/stepFieldOf.ts'

/** How a list shows its records. */
export const layouts = ['grid', 'board', 'calendar', 'gallery', 'pivot'] as const
export type Layout = (typeof layouts)[number]

/** A group as addresses and views write it: `customer`, or `dueOn:month`. */
export function splitGroup(text: string): { readonly name: string; readonly by: string | undefined } {
  const [name = '', by] = text.split(':', 2)
  return { name, by }
}

/** A figure of a footer as an address writes it: `total:sum`. */
export function splitFigure(text: string): { readonly name: string; readonly figure: string } {
  const [name = '', figure = ''] = text.split(':', 2)
  return { name, figure }
}

/** The fields that a layout can be by, the most likely one first. */
export function fieldsFor(layout: Layout, model: ModelMeta): readonly FieldMeta[] {
  const readable = model.fields.filter(({ may, ofArchive }) => may?.read !== 'none' && !ofArchive)
  if (layout === 'calendar') return readable.filter(({ type }) => type === 'date' || type === 'dateTime')
  if (layout !== 'board') return []
  const step = stepFieldOf(model)
  const all = readable.filter(({ type }) => type === 'choice' || type === 'boolean' || type === 'reference')
  return step ? [step, ...all.filter(({ name }) => name !== step.name)] : all
}
