import type { ChangeSet } from '@tabularium/client/undo'
import type { Noun } from '../i18n/Noun.ts'
import type { Words } from '../i18n/Words.ts'
import type { FindModel } from '../meta/columns.ts'

/**
 * What a change set did, in words, and to the records of which model if it is one. A kind that this page does not know
 * yet wrote records together.
 */
export function setTitle({ kinds }: Words['changes'], { kind, records, models }: ChangeSet, find: FindModel): string {
  const known: Readonly<Record<string, ((many: number, of?: Noun) => string) | undefined>> = kinds
  const [first = ''] = models
  return (known[kind] ?? kinds.transaction)(records, models.length === 1 ? find(first) : undefined)
}
