import { boolean, choice, date, integer, model, text } from '../../../server/src/index.ts'

/** Fields of one kind, numbered from 1. */
function many<Field>(name: string, count: number, make: () => Field): Record<string, Field> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n + 1}`, make()]))
}

/** A record with 60 fields, 12 of them columns. */
export const Wide = model({
  name: 'org.example.bench.Wide',
  title: 'text1',
  list: [
    'text1',
    'text2',
    'text3',
    'text4',
    'number1',
    'number2',
    'date1',
    'date2',
    'choice1',
    'flag1',
    'text5',
    'text6',
  ],
  fields: {
    ...many('text', 30, () => text({ max: 200 })),
    ...many('number', 10, () => integer()),
    ...many('date', 10, () => date()),
    ...many('choice', 5, () => choice(['one', 'two', 'three'])),
    ...many('flag', 5, () => boolean()),
  },
})
