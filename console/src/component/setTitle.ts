import type { ChangeSet } from '@tabularium/client/undo'
import type { Words } from '../i18n/Words.ts'

/** What a change set did, in words. One of a kind that this page does not know yet wrote records together. */
export function setTitle({ kinds }: Words['changes'], { kind, records }: ChangeSet): string {
  const known: Readonly<Record<string, ((many: number) => string) | undefined>> = kinds
  return (known[kind] ?? kinds.transaction)(records)
}
