import { model } from '../../src/model/declare.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { toModels } from './everyType.ts'

export const Country = model({
  name: 'org.example.library.Country',
  title: 'code',
  fields: { code: text({ required: true, unique: true, max: 10 }), area: integer() },
})

/** A country in use cannot be deleted; deleting a publisher clears it in its books. */
export const Publisher = model({
  name: 'org.example.library.Publisher',
  title: 'name',
  search: ['name'],
  fields: {
    name: text({ required: true, max: 100 }),
    country: reference(Country),
    books: collection('org.example.library.Book', { by: 'publisher' }),
  },
})

/** Genres are a tree; deleting one deletes those below it. */
export const Genre = model({
  name: 'org.example.library.Genre',
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    parent: reference('org.example.library.Genre', { onDelete: 'cascade' }),
    children: collection('org.example.library.Genre', { by: 'parent' }),
  },
})

export const Book = model({
  name: 'org.example.library.Book',
  title: 'name',
  list: ['name', 'publisher'],
  indexes: [['name'], ['-pages', 'name']],
  fields: {
    name: text({ required: true, max: 100 }),
    isbn: text({ unique: true, max: 20 }),
    pages: integer({ min: 0 }),
    publisher: reference(Publisher, { onDelete: 'clear' }),
    sequelOf: reference('org.example.library.Book', { onDelete: 'clear' }),
    chapters: collection('org.example.library.Chapter', { by: 'book' }),
    genres: links(Genre),
    related: links('org.example.library.Book'),
  },
})

/** A chapter is deleted with its book. */
export const Chapter = model({
  name: 'org.example.library.Chapter',
  title: 'name',
  fields: {
    name: text({ required: true, max: 100 }),
    number: integer(),
    book: reference(Book, { required: true, onDelete: 'cascade' }),
    notes: collection('org.example.library.Note', { by: 'chapter' }),
  },
})

export const Note = model({
  name: 'org.example.library.Note',
  title: 'words',
  fields: {
    words: text({ required: true, max: 100 }),
    chapter: reference(Chapter, { required: true, onDelete: 'cascade' }),
  },
})

/** A record with an award cannot be deleted. */
export const Award = model({
  name: 'org.example.library.Award',
  title: 'name',
  fields: {
    name: text({ required: true, max: 100 }),
    genres: links(Genre, { onDelete: 'refuse' }),
  },
})

/** Models with every kind of relation and every delete rule. */
export const library = toModels([Country, Publisher, Genre, Book, Chapter, Note, Award])
