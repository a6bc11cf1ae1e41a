import { ExpressionMistake } from './ExpressionMistake.ts'

/** A word, sign or constant of an expression. */
export interface Token {
  readonly kind: 'number' | 'duration' | 'text' | 'name' | 'variable' | 'sign' | 'end'
  /** As it is written. */
  readonly text: string
  /** Its first character, counted from 1. */
  readonly at: number
}

const patterns = {
  space: /\s+/uy,
  duration: /\d+(?:min|h|d|w|m|y)(?!\w)/uy,
  number: /\d+(?:\.\d+)?(?!\w)/uy,
  text: /'(?:[^']|'')*'/uy,
  variable: /\$[A-Za-z]\w*(?:\.[A-Za-z]\w*)*/uy,
  name: /[A-Za-z]\w*(?:\.[A-Za-z]\w*)*/uy,
  wrong: /==|&&|\|\||<>|!(?!=)|"/uy,
  sign: /!=|<=|>=|[-+*/(),=<>]/uy,
} as const

/** What to write in place of signs of other languages. */
const rightWords: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['&&', 'and'],
  ['||', "or; texts are joined by concat(a, 'x', b)"],
  ['!', 'not'],
  ['<>', '!='],
  ['"', "'…' for a text"],
])

/** Cuts a text into its tokens, with one of the kind `end` behind them. */
export function toTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < text.length; ) {
    const { kind, found } = tokenAt(text, index)
    if (kind === 'wrong') throw mistakeAt(found, index, `: write ${rightWords.get(found) ?? 'another sign'}`)
    if (kind !== 'space') tokens.push({ kind, text: found, at: index + 1 })
    index += found.length
  }
  return [...tokens, { kind: 'end', text: '', at: text.length + 1 }]
}

function tokenAt(
  text: string,
  index: number,
): { kind: Exclude<Token['kind'], 'end'> | 'space' | 'wrong'; found: string } {
  for (const kind of Object.keys(patterns) as (keyof typeof patterns)[]) {
    const pattern = patterns[kind]
    pattern.lastIndex = index
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return { kind, found }
  }
  throw unknownAt(text, index)
}

function unknownAt(text: string, index: number): ExpressionMistake {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
  if (character === "'") return mistakeAt(character, index, ', and the text that it begins has no end')
  const number = /^\d[\w.]*/u.exec(text.slice(index, index + 50))?.[0]
  if (number === undefined) return mistakeAt(character, index, ', which has no meaning there')
  return mistakeAt(number, index, ', which is no number: write 12, 12.5, or a duration such as 14d, 3h or 30min')
}

function mistakeAt(found: string, index: number, advice: string): ExpressionMistake {
  return new ExpressionMistake(`has ${JSON.stringify(found)} at character ${index + 1}${advice}`)
}
