import { describe, expect, it } from 'vitest'
import { inLanguage } from '../text/words.ts'
import { checkModels } from './checkModels.ts'
import { model } from './declare.ts'
import { choice } from './field/choice.ts'
import { text } from './field/text.ts'
import { plainApplication } from './application.ts'
import { toModel } from './toModel.ts'
import { mapWords, withLanguages, withOwnLanguages, wordsOf } from './words.ts'

const loan = toModel(
  model({
    name: 'com.example.Loan',
    label: { de: 'Ausleihe', en: 'Loan' },
    plural: { en: 'Loans', de: 'Ausleihen' },
    group: 'Desk',
    title: 'number',
    sections: [{ label: { en: 'What', de: 'Was' }, fields: ['number'] }],
    fields: {
      number: text({ help: { en: 'As on the label' } }),
      label: choice([{ value: 'a', label: { en: 'One', de: 'Eins' } }, 'b']),
    },
    checks: [
      {
        name: 'short',
        fields: ['number'],
        holds: { fieldName: 'number', operator: 'notNull' },
        message: { en: 'is needed', de: 'fehlt' },
      },
    ],
    transitions: { label: { a: ['b'] } },
  }),
)

describe('words of a declaration', () => {
  it('are its own, and those of its fields, values, sections and checks', () => {
    const found = wordsOf(loan).map(({ part, member, words }) => [part, member, inLanguage(words, 'de')])
    expect(found).toEqual([
      [undefined, 'label', 'Ausleihe'],
      [undefined, 'plural', 'Ausleihen'],
      [undefined, 'group', 'Desk'],
      ['number', 'label', 'Number'],
      ['number', 'help', 'As on the label'],
      ['label', 'label', 'Label'],
      ['label', 'label of a', 'Eins'],
      ['label', 'label of b', 'b'],
      ['sections 1', 'label', 'Was'],
      ['short', 'message', 'fehlt'],
    ])
  })

  it('become texts of one language, and nothing else changes', () => {
    const german = mapWords(loan, (words) => inLanguage(words, 'de'))
    expect(german).toMatchObject({
      label: 'Ausleihe',
      plural: 'Ausleihen',
      group: 'Desk',
      transitions: loan.transitions,
    })
    expect(german.fields[1]).toMatchObject({ name: 'label', labels: { a: 'Eins', b: 'b' }, values: ['a', 'b'] })
    expect(german.checks?.[0]).toEqual({ ...loan.checks?.[0], message: 'fehlt' })
  })

  it('fall back to the first language of the application, in whatever order they were declared', () => {
    const { label } = withLanguages(loan, ['en', 'de', 'fr'])
    expect([inLanguage(label, 'de'), inLanguage(label, 'fr'), inLanguage(label)]).toEqual(['Ausleihe', 'Loan', 'Loan'])
  })

  it('of the service are in a language of the application that the service has, else English', () => {
    const words = { label: { en: 'User', de: 'Benutzer' } }
    const labels = [[], ['pt'], ['pt', 'de'], ['de', 'en']].map((languages) => {
      const { label } = withOwnLanguages(words, languages)
      return [inLanguage(label), inLanguage(label, 'de')]
    })
    expect(labels).toEqual([
      ['User', 'User'],
      ['User', 'User'],
      ['Benutzer', 'Benutzer'],
      ['Benutzer', 'Benutzer'],
    ])
  })

  it('are of the languages of the application, and have the first', () => {
    const check = (languages: string[]) =>
      checkModels([{ file: 'Loan.ts', model: loan }], [], { ...plainApplication, languages }).map(
        ({ field, message }) => `${field}: ${message}`,
      )
    expect(check(['en', 'de'])).toEqual([])
    expect(check(['en', 'fr'])).toContain(
      'short: message has de: de is not among the languages en, fr of application()',
    )
    expect(check(['de', 'en'])).toEqual(['number: help needs de, the first language: it stands in for others'])
    expect(check([])[0]).toBe(
      "undefined: label is by language: declare application({ languages: ['en', 'de'] }) for all models",
    )
  })
})
