import { describe, expect, it } from 'vitest'
import { application, checkApplications, toApplication } from './application.ts'

/** The mistakes of one declaration, which may be of any form: declarations are loaded without the compiler. */
function mistakesOf(declaration: object): string[] {
  const loaded = { file: 'a.ts', declaration: application(declaration) }
  return checkApplications([loaded]).map(({ message }) => message)
}

describe('application()', () => {
  it('has what it declares, and the day of UTC and the calendar year where it says nothing', () => {
    expect(toApplication(undefined)).toEqual({ timeZone: 'UTC', languages: [], yearBegins: '01-01' })
    const desk = application({ timeZone: 'Pacific/Auckland', languages: ['en', 'de'], currency: 'NZD' })
    expect(toApplication(desk)).toEqual({ ...desk, yearBegins: '01-01' })
  })

  it.each([
    [{}, []],
    [{ timeZone: 'Europe/Paris', languages: ['en', 'pt-BR'], currency: 'EUR', yearBegins: '04-01' }, []],
    [{ label: { en: 'Desk', de: 'Ausleihe' }, languages: ['en', 'de'] }, []],
    [{ timeZone: 'CET+1' }, ['timeZone must be a name such as Europe/Paris, and is "CET+1".']],
    [
      { timeZone: 'Pacific/Aukland' },
      ['timeZone must be a name such as Europe/Paris, and is "Pacific/Aukland". Did you mean "Pacific/Auckland"?'],
    ],
    [{ timeZone: '+01:00' }, ['timeZone must be a name such as Europe/Paris, and is "+01:00".']],
    [{ languages: [] }, ["languages must be a list such as languages: ['en', 'de']"]],
    [{ languages: ['en', 'EN-us'] }, ['languages has "EN-us": write tags such as en, de or pt-BR']],
    [{ languages: ['en', 'en'] }, ['languages must not name a language twice']],
    [{ currency: 'NZX' }, ['currency must be a code of ISO 4217 such as NZD, and is "NZX". Did you mean "NZD"?']],
    [{ yearBegins: '02-29' }, ['yearBegins must be a month and a day such as 04-01, and is "02-29"']],
    [{ yearBegins: '4-1' }, ['yearBegins must be a month and a day such as 04-01, and is "4-1"']],
    [
      { zone: 'UTC' },
      ['application has no member "zone". There are label, timeZone, languages, currency, yearBegins.'],
    ],
    [
      { label: { en: 'Desk', fr: 'Bureau' }, languages: ['en', 'de'] },
      ['label has fr: fr is not among the languages en, de of application()'],
    ],
    [
      { label: { en: 'Desk' } },
      ["label is by language: declare application({ languages: ['en', 'de'] }) for all models"],
    ],
  ])('%j has the mistakes %j', (declaration, mistakes) => {
    expect(mistakesOf(declaration)).toEqual(mistakes)
  })

  it('is declared once', () => {
    const loaded = ['a.ts', 'b.ts'].map((file) => ({ file, declaration: application({}) }))
    const message = 'application() is declared in a.ts as well: keep one of the two'
    expect(checkApplications(loaded)).toEqual([{ file: 'b.ts', message }])
  })
})
