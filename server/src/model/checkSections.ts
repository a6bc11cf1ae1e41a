import { didYouMean, suggest } from '../text/didYouMean.ts'
import { inLanguage } from '../text/words.ts'
import { isTest } from './fieldConditions.ts'
import { icons } from './navigation.ts'
import { builtInFields, type Model, namesIn, type PlacedField, type Section } from './Model.ts'
import { checkWords, isWords } from './words.ts'

const example = "sections must be a list such as [{ label: 'Address', fields: ['street', 'city'] }]"

/** Returns the mistakes in how a console shows a model: its sections, group, icon and place. */
export function checkSections({ sections = [], group, icon, nav, fields, relations }: Model): string[] {
  const known = [...[...fields, ...relations].map(({ name }) => name), ...builtInFields]
  const ofPlace = [...checkWords('group', group), ...checkIcon(icon), ...checkNav(nav)]
  if (!Array.isArray(sections) || !sections.every(isSection)) return [...ofPlace, example]
  const named = sections.flatMap(namesIn)
  const labels = sections.map(({ label }) => JSON.stringify(label))
  return [
    ...ofPlace,
    ...named
      .filter((name) => !known.includes(name))
      .map((name) => `sections name "${name}", which is not a field of the model.${didYouMean(String(name), known)}`),
    ...(new Set(named).size < named.length ? ['sections must not name a field twice'] : []),
    ...(new Set(labels).size < labels.length ? ['two sections must not have the same label'] : []),
    ...sections.flatMap((section) =>
      checkLayout(section).map((mistake) => `the section ${labelOf(section)} ${mistake}`),
    ),
    ...(sections.length <= fewSections && sections.some(({ tab }) => tab)
      ? [`tab is for models with more than ${fewSections} sections, and this one has ${sections.length}: leave it out`]
      : []),
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

/** A form with so many sections scrolls. With more it may have tabs. */
const fewSections = 6
const members = ['label', 'fields', 'when', 'tab', 'columns']

function isSection(section: unknown): boolean {
  if (typeof section !== 'object' || section === null) return false
  const { label, fields } = section as Record<string, unknown>
  return isWords(label, 'label') && Array.isArray(fields) && fields.length > 0 && fields.every(isPlaced)
}

function isPlaced(field: unknown): boolean {
  return typeof field === 'string' || (typeof field === 'object' && field !== null && 'name' in field)
}

function labelOf({ label }: Section): string {
  return inLanguage(label)
}

function checkLayout(section: Section): string[] {
  const { when, tab, columns }: { when?: unknown; tab?: unknown; columns?: unknown } = section
  const placed = section.fields.filter((field) => typeof field !== 'string')
  return [
    ...Object.keys(section)
      .filter((member) => !members.includes(member))
      .map((member) => `has no member "${member}".${suggest(member, members)}`),
    ...(when === undefined || isTest(when) ? [] : ['has a when that is neither an expression nor criteria']),
    ...([undefined, true].includes(tab as true) ? [] : ['has a tab that is not true: leave it out if no tab begins']),
    ...(columns === undefined || isWithin(columns, 4) ? [] : ['has columns that are not a number from 1 to 4']),
    ...placed.flatMap(checkPlaced),
  ]
}

function checkPlaced({ name, width, ...others }: PlacedField): string[] {
  return [
    ...Object.keys(others).map((member) => `has ${name} with "${member}": write { name: '${name}', width: 6 }`),
    ...(width === undefined || isWithin(width, 12) ? [] : [`has ${name} with a width that is not from 1 to 12`]),
  ]
}

function isWithin(given: unknown, most: number): boolean {
  return typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= most
}
