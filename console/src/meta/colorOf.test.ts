import { expect, it } from 'vitest'
import { colorOf } from './colorOf.ts'
import type { FieldMeta } from './ModelMeta.ts'

const field = (values: readonly string[], colors?: FieldMeta['colors']) =>
  ({ name: 'status', type: 'choice', values, ...(colors ? { colors } : {}) }) as unknown as FieldMeta

const colored = (values: readonly string[]) => values.map((value) => colorOf(value, field(values)))

it('a value has the colour of its meaning, however it is written', () => {
  expect(colored(['draft', 'placed', 'shipped', 'void'])).toEqual(['gray', 'blue', 'green', 'red'])
  expect(colored(['In progress', 'ON_HOLD', 'done'])).toEqual(['blue', 'amber', 'green'])
})

it('other values have a colour by their place, and never red or green by accident', () => {
  const many = Array.from({ length: 30 }, (_, index) => `value ${index}`)
  const colors = new Set(colored(many))
  expect(colors.size).toBe(7)
  expect([...colors].some((color) => color === 'red' || color === 'green')).toBe(false)
})

it('declared colours stand alone: a value without one has none', () => {
  const declared = field(['draft', 'void'], { void: 'pink' })
  expect(colorOf('void', declared)).toBe('pink')
  expect(colorOf('draft', declared)).toBeUndefined()
  expect(colorOf('draft', field(['draft', 'void'], {}))).toBeUndefined()
})

it('a value that the model does not have any more has no colour', () => {
  expect(colorOf('gone', field(['draft']))).toBeUndefined()
})
