import type { Formula } from './Formula.ts'

/** The maximum length of a formula in characters. */
export const maxFormulaLength = 500
/** The maximum nesting depth of parentheses, signs and functions. */
const maxNesting = 30
/** The maximum number of digits that `round` keeps after the point. */
const maxDigits = 20

/** A mistake in the text of a formula. The message says where it is. */
export class FormulaMistake extends Error {
  override readonly name = 'FormulaMistake'
}

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end'
  readonly text: string
  /** Its first character, counted from 1. */
  readonly at: number
}

/** Parses the text of a formula: `+ - * /`, parentheses, `round(x, n)`, numbers and names of fields. */
export function parseFormula(text: string): Formula {
  if (text.length > maxFormulaLength)
    throw new FormulaMistake(`the formula has ${text.length} characters, and ${maxFormulaLength} is the maximum`)
  return new Parser(toTokens(text)).parse()
}

function toTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(/\s+|(\d+(?:\.\d+)?)|([A-Za-z]\w*)|([-+*/(),])|(.)/gsu)) {
    const [whole, number, name, sign, other] = match
    const at = match.index + 1
    if (other !== undefined)
      throw new FormulaMistake(
        `the formula has ${JSON.stringify(other)} at character ${at}, which has no meaning there`,
      )
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : sign !== undefined ? 'sign' : undefined
    if (kind) tokens.push({ kind, text: whole, at })
  }
  return [...tokens, { kind: 'end', text: '', at: text.length + 1 }]
}

/** Recursive descent, one method for each level of precedence. */
class Parser {
  readonly #tokens: readonly Token[]
  #index = 0
  #nesting = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Formula {
    const formula = this.#sum()
    if (this.#next.kind !== 'end') throw this.#unexpected('an operator (+ - * /) or the end')
    return formula
  }

  get #next(): Token {
    return this.#tokens[this.#index] ?? { kind: 'end', text: '', at: 0 }
  }

  #take(...texts: string[]): Token | undefined {
    const token = this.#next
    if (token.kind !== 'sign' || !texts.includes(token.text)) return undefined
    this.#index++
    return token
  }

  #require(text: string): void {
    if (!this.#take(text)) throw this.#unexpected(`"${text}"`)
  }

  #sum(): Formula {
    let left = this.#product()
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-'))
      left = { is: 'operation', operator: sign.text === '+' ? '+' : '-', left, right: this.#product() }
    return left
  }

  #product(): Formula {
    let left = this.#factor()
    for (let sign = this.#take('*', '/'); sign; sign = this.#take('*', '/'))
      left = { is: 'operation', operator: sign.text === '*' ? '*' : '/', left, right: this.#factor() }
    return left
  }

  #factor(): Formula {
    if (++this.#nesting > maxNesting) throw new FormulaMistake(`the formula is nested more than ${maxNesting} deep`)
    const formula = this.#take('-') ? ({ is: 'negative', of: this.#factor() } as const) : this.#atom()
    this.#nesting--
    return formula
  }

  #atom(): Formula {
    if (this.#take('(')) return this.#closed(this.#sum())
    const { kind, text, at } = this.#next
    if (kind !== 'number' && kind !== 'name') throw this.#unexpected('a number, a field or "("')
    this.#index++
    if (kind === 'number') return { is: 'number', text }
    if (!this.#take('(')) return { is: 'field', name: text, at }
    if (text !== 'round')
      throw new FormulaMistake(`the formula calls ${text} at character ${at}; the only function is round(x, n)`)
    return this.#rounding()
  }

  #rounding(): Formula {
    const of = this.#sum()
    this.#require(',')
    const { kind, text, at } = this.#next
    if (kind !== 'number' || !/^\d+$/.test(text) || Number(text) > maxDigits)
      throw new FormulaMistake(
        `round(x, n) needs a number of digits from 0 to ${maxDigits} at character ${at}, such as round(price, 2)`,
      )
    this.#index++
    return this.#closed({ is: 'round', of, digits: Number(text) })
  }

  #closed(formula: Formula): Formula {
    this.#require(')')
    return formula
  }

  #unexpected(wanted: string): FormulaMistake {
    const { kind, text, at } = this.#next
    const found = kind === 'end' ? 'ends' : `has "${text}"`
    return new FormulaMistake(`the formula ${found} at character ${at}, where ${wanted} must be`)
  }
}
