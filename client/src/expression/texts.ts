import type { Value } from './values.ts'
import { unknown } from './values.ts'

/** The characters of a text, as PostgreSQL counts them: code points. */
export const charactersOf = (text: string): string[] => Array.from(text)

/** `n` characters from a position on, which is counted from 1 and may lie before the text. */
export function substring(text: string, from: number, n: number): string {
  return charactersOf(text)
    .slice(Math.max(from - 1, 0), Math.max(from - 1 + n, 0))
    .join('')
}

/** Where a text begins in another one, counted from 1; 0 if it is not in it. */
export function positionOf(text: string, part: string): number {
  const index = text.indexOf(part)
  return index < 0 ? 0 : charactersOf(text.slice(0, index)).length + 1
}

export function trim(text: string): string {
  return text.replaceAll(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')
}

/** Letters whose case databases change in different ways. */
const uncertain = new Set('ßŉǰİıſ')

/** In capital or small letters. What lies beyond Latin depends on the database. */
export function changeCase(text: string, change: (character: string) => string): Value | typeof unknown {
  const characters = charactersOf(text)
  const isKnown = characters.every((one) => (one.codePointAt(0) ?? 0) < 0x250 && !uncertain.has(one))
  return isKnown ? characters.map(change).join('') : unknown
}

/** In small letters without accents, as far as Latin goes. */
export function fold(text: string): Value | typeof unknown {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  return /^[\p{ASCII}]*$/u.test(plain) ? plain : unknown
}
