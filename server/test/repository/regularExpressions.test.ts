import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The folders whose code handles text of clients before they are authenticated, or soon after. */
const folders = [
  'http',
  'call',
  'session',
  'criteria',
  'permission',
  'plan',
  'account',
  'statement',
  'sql',
  'model/field',
  'exchange',
]

/** This file parses the templates of computed fields, which operators write. */
const ofDeclarations = 'model/field/computed.ts'

const sources = join(import.meta.dirname, '../../src')

interface Found {
  readonly place: string
  readonly expression: RegExp
}

/** Finds every regular expression literal: after an opening bracket or an operator. */
const literal = /(?<=[(=!&|] ?)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([gimsuvy]*)(?=[).,\s])/g

const expressions = folders.flatMap((folder): Found[] =>
  globSync(`${folder}/**/*.ts`, { cwd: sources })
    .filter((path) => !path.endsWith('.test.ts') && path !== ofDeclarations)
    .flatMap((path) => {
      const code = readFileSync(join(sources, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      return Array.from(code.matchAll(literal), ([, source = '', flags]) => ({
        place: `${path}: /${source}/${flags}`,
        expression: new RegExp(source, flags?.replace('g', '')),
      }))
    }),
)

/** Long enough to tell the square of the length from the length, and short enough for thousands of texts. */
const length = 2_000
/** In milliseconds. An expression that backtracks takes about ten times as long; others take a fiftieth. */
const maxTime = 0.5
const characters = Array.from(' \taA01-_.,:;=@%/\\"[]{}$+~')
const endings = ['', '!', ' x y', '\0', '"', '\n']

/** Texts that make an expression backtrack: they begin with a match, repeat a part, and end without a match. */
function* attacksOn(source: string): Generator<string> {
  const words = source.match(/[A-Za-z]{4,}/g) ?? []
  const starts = ['', ...words, ...words.map((word) => `;${word}`), '[', '"', '0', ';', '-', 'a@', '$user.']
  const own = characters.filter((character) => source.includes(character))
  const pairs = own.flatMap((first) => own.map((second) => first + second))
  for (const start of starts)
    for (const repeated of [...characters, ...pairs])
      for (const ending of endings) yield start + repeated.repeat(length / repeated.length) + ending
}

/** The fastest of five tries, so that other programs on the machine do not make an expression slow. */
function timeOf(expression: RegExp, text: string): number {
  let fastest = Infinity
  for (let tries = 0; tries < 5 && fastest > maxTime; tries++) {
    const start = performance.now()
    expression.exec(text)
    fastest = Math.min(fastest, performance.now() - start)
  }
  return fastest
}

function findSlow(expression: RegExp): string | undefined {
  for (const text of attacksOn(expression.source)) if (timeOf(expression, text) > maxTime) return text.slice(0, 40)
  return undefined
}

describe('regular expressions for text of clients', () => {
  it('are found', () => {
    expect(expressions.length).toBeGreaterThan(20)
    expect(expressions.map(({ place }) => place.split(':')[0])).toContain('call/parseIfMatch.ts')
  })

  it('would be noticed if they backtracked', () => {
    for (const bad of [/^Bearer +(\S*)\s*$/i, /^\s*x?\s*;$/, /\s+$/]) expect(findSlow(bad)).toBeDefined()
  })

  it.each(expressions)('$place takes time in proportion to the text', ({ expression }) => {
    expect(findSlow(expression)).toBeUndefined()
  })
})
