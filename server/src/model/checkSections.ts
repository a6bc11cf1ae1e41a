import { didYouMean } from '../text/didYouMean.ts'
import type { Model } from './Model.ts'

const example = "sections must be a list such as [{ label: 'Address', fields: ['street', 'city'] }]"

/** Returns the mistakes in the sections and the group of a model. */
export function checkSections({ sections = [], group, fields, relations }: Model): string[] {
  const known = [...fields, ...relations].map(({ name }) => name)
  const ofGroup = group === undefined || isLabel(group) ? [] : ['group must be a text of 1 to 100 characters']
  if (!Array.isArray(sections) || !sections.every(isSection)) return [...ofGroup, example]
  const named = sections.flatMap((section) => section.fields)
  const labels = sections.map(({ label }) => label)
  return [
    ...ofGroup,
    ...named
      .filter((name) => !known.includes(name))
      .map((name) => `sections name "${name}", which is not a field of the model.${didYouMean(String(name), known)}`),
    ...(new Set(named).size < named.length ? ['sections must not name a field twice'] : []),
    ...(new Set(labels).size < labels.length ? ['two sections must not have the same label'] : []),
  ]
}

function isSection(section: unknown): boolean {
  if (typeof section !== 'object' || section === null) return false
  const { label, fields, ...others } = section as Record<string, unknown>
  return isLabel(label) && Array.isArray(fields) && fields.length > 0 && Object.keys(others).length === 0
}

function isLabel(label: unknown): boolean {
  return typeof label === 'string' && label !== '' && label.length <= 100
}
