import { colorOf } from '../meta/colorOf.ts'
import type { ChoiceColor, FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import { elementsOf } from './elementsOf.ts'
import { labelOf } from './kinds.ts'

/** One of few values as it is shown: its label, in its colour if it has one. */
export interface ShownTag {
  readonly value: string
  readonly label: string
  readonly color?: ChoiceColor | undefined
  /** Whether it can't be newly chosen. */
  readonly isRetired?: boolean
  /** Whether it has no ground: a no beside a yes. */
  readonly isQuiet?: boolean
}

/** The values of a choice, of several ones or of a boolean; none where the value is of another type, or missing. */
export function tagsOf(value: Json | undefined, field: FieldMeta, words: Pick<Words, 'value'>): readonly ShownTag[] {
  const type = field.result?.type ?? field.type
  if (type === 'boolean' && typeof value === 'boolean') return [toYesOrNo(value, words)]
  if (type !== 'choice' && type !== 'choices') return []
  return elementsOf(value).map((each) => toTag(each, field))
}

/** A value of a choice. */
export function toTag(value: string, field: FieldMeta): ShownTag {
  const { retired = [] } = field
  return { value, label: labelOf(value, field), color: colorOf(value, field), isRetired: retired.includes(value) }
}

function toYesOrNo(value: boolean, { value: { yes, no } }: Pick<Words, 'value'>): ShownTag {
  return value ? { value: 'true', label: yes, color: 'gray' } : { value: 'false', label: no, isQuiet: true }
}
