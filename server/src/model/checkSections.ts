import { didYouMean } from '../text/didYouMean.ts'
import { icons } from './navigation.ts'
import { builtInFields, type Model } from './Model.ts'
import { checkWords, isWords } from './words.ts'

const example = "sections must be a list such as [{ label: 'Address', fields: ['street', 'city'] }]"

/** Returns the mistakes in how a console shows a model: its sections, group, icon and place. */
export function checkSections({ sections = [], group, icon, nav, fields, relations }: Model): string[] {
  const known = [...[...fields, ...relations].map(({ name }) => name), ...builtInFields]
  const ofPlace = [...checkWords('group', group), ...checkIcon(icon), ...checkNav(nav)]
  if (!Array.isArray(sections) || !sections.every(isSection)) return [...ofPlace, example]
  const named = sections.flatMap((section) => section.fields)
  const labels = sections.map(({ label }) => JSON.stringify(label))
  return [
    ...ofPlace,
    ...named
      .filter((name) => !known.includes(name))
      .map((name) => `sections name "${name}", which is not a field of the model.${didYouMean(String(name), known)}`),
    ...(new Set(named).size < named.length ? ['sections must not name a field twice'] : []),
    ...(new Set(labels).size < labels.length ? ['two sections must not have the same label'] : []),
  ]
}

function checkIcon(icon: unknown): string[] {
  if (icon === undefined || icons.some((name) => name === icon)) return []
  const meant = typeof icon === 'string' ? didYouMean(icon, icons) : ''
  return [`icon must be the name of an icon of the console, such as 'receipt'.${meant}`]
}

function checkNav(nav: unknown): string[] {
  return nav === undefined || typeof nav === 'boolean' ? [] : ['nav must be true or false']
}

function isSection(section: unknown): boolean {
  if (typeof section !== 'object' || section === null) return false
  const { label, fields, ...others } = section as Record<string, unknown>
  return isWords(label, 'label') && Array.isArray(fields) && fields.length > 0 && Object.keys(others).length === 0
}
