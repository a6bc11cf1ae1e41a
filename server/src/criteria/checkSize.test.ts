import { describe, expect, it } from 'vitest'
import { toModels } from '../../test/harness/everyType.ts'
import { date, expression, formula, model, text } from '../index.ts'
import { checkSize } from './checkSize.ts'

/** An expression of some 3,000 characters of SQL. */
const long = Array.from({ length: 60 }, () => 'fromOn = toOn').join(' and ')

/** What is said about a model with so many checks of that length. */
function mistakesOf(count: number, more: object = {}) {
  const Stay = model({
    name: 'org.example.Stay',
    title: 'note',
    fields: {
      fromOn: date(),
      toOn: date({ default: expression('fromOn + 1d') }),
      nights: formula('text(daysBetween(fromOn, toOn))', text({ max: 20 })),
      note: text({ max: 20, fill: expression('text(fromOn)') }),
      ...more,
    },
    checks: Array.from({ length: count }, (_, index) => ({
      name: `check${index}`,
      fields: ['toOn'] as const,
      when: 'fromOn is not null',
      holds: long,
      message: 'is wrong',
    })),
  })
  return checkSize(toModels([Stay]), () => 'Stay.ts')
}

describe('the expressions of a model', () => {
  it('may become 200,000 characters of SQL together', () => {
    expect(mistakesOf(10)).toEqual([])
    expect(mistakesOf(90)).toEqual([
      {
        file: 'Stay.ts',
        model: 'org.example.Stay',
        field: 'check0',
        message: expect.stringMatching(
          /^the expressions of the model become \d{6} characters of SQL, and 200000 is the maximum: make the longest /,
        ),
      },
    ])
  })

  it('count with formulas, defaults and fills', () => {
    const sizes = [mistakesOf(90), mistakesOf(90, { more: text({ default: expression("concat(note, 'x')") }) })]
    const [before = 0, after = 0] = sizes.map(([mistake]) => Number(/become (\d+)/.exec(mistake?.message ?? '')?.[1]))
    expect(after - before).toBeGreaterThan(20)
  })
})
