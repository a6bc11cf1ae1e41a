import { ExpressionMistake } from './ExpressionMistake.ts'
import { type Token, toTokens } from './tokens.ts'

/** The maximum length of an expression in characters. */
export const maxLength = 2000
/** The maximum nesting depth of parentheses, signs, `not` and functions. */
const maxNesting = 30
/** The maximum number of values of one `in`. */
const maxValues = 100

/** An expression as it is written: its types are not known yet. */
export type Syntax =
  | {
      readonly is: 'number' | 'duration' | 'text' | 'word' | 'field' | 'variable'
      readonly text: string
      readonly at: number
    }
  | SyntaxCall

/** A function or operator as it is written. `at` is its name or sign. */
export interface SyntaxCall {
  readonly is: 'call'
  readonly name: string
  readonly of: readonly Syntax[]
  readonly at: number
  readonly operator?: true
}

/** Parses the text of an expression. Throws an `ExpressionMistake` that says where the mistake is. */
export function parseExpression(text: string): Syntax {
  if (text.length > maxLength)
    throw new ExpressionMistake(`has ${text.length} characters, and ${maxLength} is the maximum`)
  return new Parser(toTokens(text)).parse()
}

const comparisons = ['=', '!=', '<', '<=', '>', '>=']

/** Recursive descent, one method for each level of precedence. */
class Parser {
  readonly #tokens: readonly Token[]
  #index = 0
  #nesting = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Syntax {
    const whole = this.#or()
    if (this.#next.kind !== 'end') throw this.#unexpected('an operator (+ - * / = and or …) or the end')
    return whole
  }

  get #next(): Token {
    return this.#tokens[this.#index] ?? { kind: 'end', text: '', at: 0 }
  }

  #take(kind: Token['kind'], ...texts: string[]): Token | undefined {
    const token = this.#next
    if (token.kind !== kind || !texts.includes(token.text)) return undefined
    this.#index++
    return token
  }

  #require(text: string): void {
    if (!this.#take('sign', text)) throw this.#unexpected(`"${text}"`)
  }

  #or(): Syntax {
    return this.#all('or', () => this.#all('and', () => this.#not()))
  }

  /** One or more conditions, joined by `and` or `or`. */
  #all(word: 'and' | 'or', part: () => Syntax): Syntax {
    const first = part()
    const of = [first]
    let at = 0
    for (let token = this.#take('name', word); token; token = this.#take('name', word)) {
      at ||= token.at
      of.push(part())
    }
    return of.length === 1 ? first : { is: 'call', name: word, of, at, operator: true }
  }

  #not(): Syntax {
    const token = this.#take('name', 'not')
    return token ? this.#nested(() => operation('not', token, this.#not())) : this.#comparison()
  }

  #comparison(): Syntax {
    const left = this.#sum()
    const sign = this.#take('sign', ...comparisons)
    const compared = sign ? operation(sign.text, sign, left, this.#sum()) : this.#membership(left)
    if (compared !== left && this.#next.kind === 'sign' && comparisons.includes(this.#next.text))
      throw new ExpressionMistake(
        `has a second comparison at character ${this.#next.at}: join two of them by and, such as a < b and b < c`,
      )
    return compared
  }

  #membership(left: Syntax): Syntax {
    const isIn = this.#take('name', 'in')
    if (isIn) return operation('in', isIn, left, ...this.#values())
    const is = this.#take('name', 'is')
    if (!is) return left
    const isNot = this.#take('name', 'not')
    if (!this.#take('name', 'null')) throw this.#unexpected(isNot ? '"null"' : '"null" or "not null"')
    return operation(isNot ? 'is not null' : 'is null', is, left)
  }

  #values(): Syntax[] {
    const { at } = this.#next
    this.#require('(')
    const values = [this.#constant()]
    while (this.#take('sign', ',')) values.push(this.#constant())
    this.#require(')')
    if (values.length <= maxValues) return values
    throw new ExpressionMistake(
      `has ${values.length} values behind in at character ${at}, and ${maxValues} is the maximum`,
    )
  }

  #constant(): Syntax {
    const minus = this.#take('sign', '-')
    const { kind, text } = this.#next
    const isWord = kind === 'name' && ['true', 'false'].includes(text)
    if (kind !== 'number' && (minus || (kind !== 'text' && !isWord)))
      throw this.#unexpected("a constant such as 1 or 'open'")
    return minus ? operation('negative', minus, this.#atom()) : this.#atom()
  }

  #sum(): Syntax {
    let left = this.#product()
    for (let sign = this.#take('sign', '+', '-'); sign; sign = this.#take('sign', '+', '-'))
      left = operation(sign.text, sign, left, this.#product())
    return left
  }

  #product(): Syntax {
    let left = this.#factor()
    for (let sign = this.#take('sign', '*', '/'); sign; sign = this.#take('sign', '*', '/'))
      left = operation(sign.text, sign, left, this.#factor())
    return left
  }

  #factor(): Syntax {
    return this.#nested(() => {
      const minus = this.#take('sign', '-')
      return minus ? operation('negative', minus, this.#factor()) : this.#atom()
    })
  }

  #nested(part: () => Syntax): Syntax {
    if (++this.#nesting > maxNesting)
      throw new ExpressionMistake(
        `is nested more than ${maxNesting} deep at character ${this.#next.at}: use a formula for a part of it`,
      )
    const syntax = part()
    this.#nesting--
    return syntax
  }

  #atom(): Syntax {
    const { kind, text, at } = this.#next
    if (this.#take('sign', '(')) return this.#closed(this.#or())
    if (kind === 'sign' || kind === 'end') throw this.#unexpected('a number, a field or "("')
    this.#index++
    if (kind !== 'name') return { is: kind, text, at }
    if (['true', 'false', 'null'].includes(text)) return { is: 'word', text, at }
    return this.#take('sign', '(') ? { is: 'call', name: text, of: this.#arguments(), at } : { is: 'field', text, at }
  }

  #arguments(): Syntax[] {
    if (this.#take('sign', ')')) return []
    const all = [this.#or()]
    while (this.#take('sign', ',')) all.push(this.#or())
    this.#require(')')
    return all
  }

  #closed(syntax: Syntax): Syntax {
    this.#require(')')
    return syntax
  }

  #unexpected(wanted: string): ExpressionMistake {
    const { kind, text, at } = this.#next
    const found = kind === 'end' ? 'ends' : `has ${JSON.stringify(text)}`
    return new ExpressionMistake(`${found} at character ${at}, where ${wanted} must be`)
  }
}

function operation(name: string, { at }: Token, ...of: Syntax[]): SyntaxCall {
  return { is: 'call', name, of, at, operator: true }
}
