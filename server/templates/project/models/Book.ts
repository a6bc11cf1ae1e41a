import { choice, date, integer, model, text, type RecordOf } from 'tabularium'

/** A book. Its table, its API and its history follow from this declaration. */
export const Book = model({
  name: 'com.example.library.Book',
  title: 'name',
  list: ['name', 'author', 'status'],
  search: ['name', 'author'],
  fields: {
    name: text({ required: true, max: 200 }),
    author: text({ required: true, max: 100 }),
    status: choice(['available', 'lent', 'lost'], { default: 'available' }),
    pages: integer({ min: 1 }),
    publishedOn: date(),
  },
})

export type Book = RecordOf<typeof Book>
