/** Somebody who can be mentioned. */
export interface Person {
  readonly username: string
  readonly name: string | null
}

/** A name that is being typed behind an `@`, and where it begins. */
export interface TypedMention {
  readonly from: number
  readonly typed: string
}

/** The name behind an `@` that ends at the caret; undefined if there is none. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  const [, typed] = /(?:^|[^\w@.])@([\w.@+-]*)$/.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? undefined : { from: caret - typed.length, typed }
}

/** The text with a whole name in the place of the typed one, and where the caret is then. */
export function withMention(text: string, { from, typed }: TypedMention, username: string) {
  const before = `${text.slice(0, from)}${username} `
  return { text: before + text.slice(from + typed.length).replace(/^ /, ''), caret: before.length }
}

/** Those whose name or username begins with what was typed, or has a word that does; each once, at most six. */
export function peopleFor(typed: string, people: readonly Person[]): Person[] {
  const start = typed.toLowerCase()
  const words = ({ username, name }: Person) => [username, ...(name ?? '').split(' ')].map((word) => word.toLowerCase())
  const found = people.filter((person) => words(person).some((word) => word.startsWith(start)))
  return [...new Map(found.map((person) => [person.username, person])).values()].slice(0, 6)
}

/** A text in pieces, with the mentions of these users apart. */
export function mentionsIn(text: string, usernames: readonly string[]): { text: string; isMention: boolean }[] {
  return text
    .split(/((?<![\w@.])@[a-z0-9][\w.@+-]*)/)
    .flatMap((piece) => {
      const name = piece.replace(/[._@+-]+$/, '').slice(1)
      if (!piece.startsWith('@') || !usernames.includes(name)) return [{ text: piece, isMention: false }]
      return [
        { text: `@${name}`, isMention: true },
        { text: piece.slice(name.length + 1), isMention: false },
      ]
    })
    .filter((piece) => piece.text !== '')
}
