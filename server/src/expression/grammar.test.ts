import { expect, it } from 'vitest'
import { mutateText } from '../../test/harness/mutateText.ts'
import { randomFrom } from '../../test/harness/random.ts'
import { expressionFields, RandomExpressions } from '../../test/harness/randomExpression.ts'
import { sizeOf } from '../../test/harness/rounds.ts'
import type { Names } from './checkTypes.ts'
import { ExpressionMistake } from './ExpressionMistake.ts'
import { readExpression, sqlLengthOf } from './readExpression.ts'

const rounds = sizeOf({ inCi: 10_000, long: 1_000_000 })
const seed = Number(process.env['TABULARIUM_TEST_SEED'] ?? Date.now() % 2 ** 31)

const names: Names = {
  field: (name) => expressionFields.get(name) ?? 'is not a field of this model.',
  variable: (name) => {
    if (name === '$today') return { type: 'date' }
    return name === '$now' ? { type: 'dateTime' } : 'is no variable here.'
  },
}

/** Mistakes of the whole expression, which has too much of something. */
const ofTheWhole = /^(?:has \d+ (?:characters|parts)|becomes \d+ characters of SQL|follows \d+ references)\b/

/** Reads an expression; returns whether it is one. Whatever else happens to it is a fault. */
function isRead(text: string): boolean {
  try {
    const { tree } = readExpression(text, names)
    expect(JSON.parse(JSON.stringify(tree))).toEqual(tree)
    expect(sqlLengthOf(tree)).toBeLessThanOrEqual(20_000)
    return true
  } catch (error) {
    if (!(error instanceof ExpressionMistake)) throw new Error(`${JSON.stringify(text)} throws`, { cause: error })
    const [, place] = / at character (\d+)/.exec(error.message) ?? []
    const isPlaced = place === undefined ? ofTheWhole.test(error.message) : isIn(Number(place), text)
    if (!isPlaced) throw new Error(`${JSON.stringify(text)}: ${error.message}`, { cause: error })
    return false
  }
}

/** The end is a place as well: something is missing there. */
function isIn(place: number, text: string): boolean {
  return place >= 1 && place <= text.length + 1
}

it(`${rounds} mutated expressions are a tree, or a mistake with its place (seed ${seed})`, {
  timeout: 3_600_000,
}, () => {
  const random = randomFrom(seed)
  const expressions = new RandomExpressions(random)
  let [trees, slowest] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const depth = 1 + (round % 4)
    const text = mutateText(expressions.next(undefined, depth), expressions.next(undefined, 2), random)
    const begin = performance.now()
    if (isRead(text)) trees++
    slowest = Math.max(slowest, performance.now() - begin)
  }
  // Both kinds were met, and none took long: other processes may have had the processor meanwhile.
  expect(trees).toBeGreaterThan(rounds / 100)
  expect(rounds - trees).toBeGreaterThan(rounds / 2)
  expect(slowest).toBeLessThan(2_000)
})
