import type { MemberConflict } from '../../draft/Conflict.ts'
import type { MergeBlock } from '../../draft/mergeBlocks.ts'
import type { Formats } from '../../field/FieldKind.ts'
import { useShell } from '../../shell/Shell.tsx'

/** Who changed a place, and when. */
interface Changed {
  readonly by?: { readonly username: string } | null
  readonly on?: string
}

/** The name of the only author, and the words for a change that all places have in common. */
export interface One {
  readonly name: string | undefined
  readonly text: string | undefined
}

/** Who changed the places and when: said once where it is the same for all, else at each of them. */
export function useAuthors(blocks: readonly MergeBlock[], members: readonly MemberConflict[]) {
  const { words, formats } = useShell()
  const read = ({ by, on }: Changed = {}) => ({
    name: by?.username ?? words.value.somebody,
    when: on === undefined || on === '' ? '' : momentOf(on, formats),
  })
  const all = [...blocks, ...members.map(({ conflicts }) => conflicts[0])].map((each) => read(each))
  const isOne = new Set(all.map(({ name, when }) => `${name} ${when}`)).size === 1
  const isOnePerson = new Set(all.map(({ name }) => name)).size === 1
  const toText = ({ name, when }: ReturnType<typeof read>) => (when === '' ? name : words.merge.by(name, when))
  const [first] = all
  return {
    one: { name: isOnePerson ? first?.name : undefined, text: isOne && first ? toText(first) : undefined },
    whoOf: (changed: Changed | undefined) => (isOne ? undefined : toText(read(changed))),
  }
}

/** A moment of today as its time alone. */
function momentOf(on: string, { language, timeZone, dateTime }: Formats): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone })
  const isToday = day.format(new Date(on)) === day.format(new Date())
  return isToday
    ? new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(new Date(on))
    : dateTime(on)
}
