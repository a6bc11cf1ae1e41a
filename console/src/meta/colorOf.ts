import type { ChoiceColor, FieldMeta } from './ModelMeta.ts'

/** Values whose meaning has a colour everywhere, in small letters without spaces and dashes. */
const meant: Readonly<Partial<Record<ChoiceColor, string>>> = {
  gray: 'draft new none no never unknown inactive archived closed ended former other',
  blue: 'open placed active current sent running started inprogress doing confirmed accepted',
  amber: 'waiting pending onhold paused review inreview requested planned scheduled',
  orange: 'late warning delayed escalated urgent',
  green: 'done shipped paid approved completed complete finished delivered resolved won published returned yes',
  red: 'void failed rejected refused overdue cancelled canceled lost declined expired blocked broken error',
}

/** The colours of all others, by their place. Red and green say more than a place does. */
const byPlace = ['gray', 'blue', 'teal', 'purple', 'amber', 'pink', 'indigo'] as const

const known = new Map(
  Object.entries(meant).flatMap(([color, values]) => values.split(' ').map((value) => [value, color as ChoiceColor])),
)

/**
 * The colour of a value of a choice: the declared one; else, where the model declares none at all, that of its meaning
 * or of its place.
 */
export function colorOf(value: string, { colors, values = [] }: FieldMeta): ChoiceColor | undefined {
  if (colors) return Object.hasOwn(colors, value) ? colors[value] : undefined
  const place = values.indexOf(value)
  if (place === -1) return undefined
  return known.get(value.toLowerCase().replace(/[^a-z]/g, '')) ?? byPlace[place % byPlace.length]
}
