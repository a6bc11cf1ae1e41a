import { describe, expect, it } from 'vitest'
import { createNumbers } from './createNumbers.ts'
import { de } from './de/de.ts'
import { en } from './en/en.ts'
import { fr } from './fr/fr.ts'
import { chooseLanguage, findLanguage, languages, toLocale } from './languages.ts'
import { loadWords } from './loadWords.ts'
import { toSmall } from './Noun.ts'

type Text = string | ((...values: unknown[]) => unknown)

/** All texts of a language by their paths, such as `list.next`. */
function textsOf(words: object, path = ''): [string, Text][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? textsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, value as Text] as [string, Text]],
  )
}

/** A number that is a text as well, and the name of a model: whatever a text is given. */
class Given extends String {
  readonly label = this.toString()
  readonly plural = this.toString()
}

/** Numbers that are like nothing else in a text. */
const given = ['11111', '22222', '33333', '44444'].map((digits) => new Given(digits))

/** Which of the given values a text shows. */
function shownIn(path: string, text: Text): Given[] {
  if (typeof text === 'string') return []
  const result = path === 'criteria.span' ? text(given[0], 'd') : text(...given)
  if (typeof result === 'object' && result !== null)
    return textsOf(result).flatMap(([, part]) =>
      typeof part === 'function' ? shownIn(path, part) : given.filter((value) => String(part) === String(value)),
    )
  const digits = String(result).replace(/(?<=\d)[.,\s](?=\d{3})/g, '')
  return given.filter((value) => digits.includes(String(value)))
}

describe.each([fr, de])('$language', (words) => {
  const texts = new Map(textsOf(words))

  it('has every text, and none that English does not have', () => {
    expect([...texts.keys()].sort()).toEqual(
      textsOf(en)
        .map(([path]) => path)
        .sort(),
    )
  })

  it('shows all that a text is about', () => {
    const lost = textsOf(en).filter(([path, text]) => {
      const own = shownIn(path, texts.get(path) ?? '')
      return !shownIn(path, text).every((value) => own.includes(value))
    })
    expect(lost.map(([path]) => path)).toEqual([])
  })

  it('is not English', () => {
    const same = textsOf(en).filter(
      ([path, text]) => /[a-z]{3,} [a-z]{2,}/i.test(String(text)) && texts.get(path) === text,
    )
    expect(same).toEqual([])
  })

  it('has no line that ends in a space, and no straight quotes', () => {
    const bad = [...texts].filter(([, text]) => typeof text === 'string' && /^\s|\s$|\w'\w/.test(text))
    expect(bad).toEqual([])
  })
})

describe('numbers and plurals', () => {
  it('follow the language', () => {
    expect([0, 1, 2, 12_403].map((many) => en.bulk.changed(many))).toEqual([
      '0 records were changed',
      '1 record was changed',
      '2 records were changed',
      '12,403 records were changed',
    ])
    expect([0, 1, 2, 12_403].map((many) => de.bulk.changed(many))).toEqual([
      '0 Datensätze wurden geändert',
      '1 Datensatz wurde geändert',
      '2 Datensätze wurden geändert',
      '12.403 Datensätze wurden geändert',
    ])
    expect([0, 1, 2, 12_403].map((many) => fr.bulk.changed(many))).toEqual([
      '0 enregistrement a été modifié',
      '1 enregistrement a été modifié',
      '2 enregistrements ont été modifiés',
      '12\u202F403 enregistrements ont été modifiés',
    ])
    expect(de.criteria.ago(de.criteria.span(7, 'd'))).toBe('vor 7 Tagen')
    expect(fr.criteria.ago(fr.criteria.span(1, 'y'))).toBe('il y a 1 an')
  })

  it('have the forms that a language has, and the last one for the rest', () => {
    const { plural } = createNumbers('ar')
    const forms = { one: 'one', two: 'two', few: 'few', other: 'other' }
    expect([1, 2, 3, 11, 100].map((number) => plural(number, forms))).toEqual(['one', 'two', 'few', 'other', 'other'])
  })
})

describe('the names of records', () => {
  const order = { label: 'Sales order', plural: 'Sales orders' }

  it('are in small letters inside of a sentence, but for acronyms, and in German', () => {
    expect(['Order', 'Sales Order', 'E-mail', 'SKU', 'VAT rate', 'iPad', 'Élève'].map(toSmall)).toEqual([
      'order',
      'sales order',
      'E-mail',
      'SKU',
      'VAT rate',
      'iPad',
      'élève',
    ])
    expect([en, fr, de].map(({ list }) => list.new('Order'))).toEqual([
      'New order',
      'Nouveau\u00A0: order',
      'Neu: Order',
    ])
  })

  it('are counted by the plural that the model declares, and are records without one', () => {
    expect([1, 2].map((many) => en.bulk.selected(many, order))).toEqual([
      '1 sales order selected',
      '2 sales orders selected',
    ])
    expect(en.bulk.selected(2, { label: 'Order' })).toBe('2 records selected')
    expect(de.bulk.selected(2, { label: 'Auftrag', plural: 'Aufträge' })).toBe('2 Aufträge ausgewählt')
    expect([en.list.none(order), en.list.noneMatch(order)]).toEqual(['No sales orders yet.', 'No sales order matches.'])
    expect([undefined, 1, 400].map((days) => en.deleted.none(order, days))).toEqual([
      'No deleted sales orders.',
      'No deleted sales orders in the last day.',
      'No deleted sales orders in the last 400 days.',
    ])
  })
})

describe('the language', () => {
  it.each([
    [null, ['de-AT', 'en-US'], 'de', 'de-AT'],
    [null, ['pt-BR', 'fr', 'de'], 'fr', 'fr'],
    [null, ['pt-BR'], 'en', 'en'],
    [null, [], 'en', 'en'],
    ['fr', ['de-AT', 'en-US'], 'fr', 'fr'],
    ['en', ['de-AT', 'en-GB'], 'en', 'en-GB'],
  ] as const)(
    'chosen as %s by a browser that asks for %j is %s, with dates of %s',
    (chosen, asked, language, locale) => {
      expect(chooseLanguage(chosen, asked)).toBe(language)
      expect(toLocale(language, asked)).toBe(locale)
    },
  )

  it('is one that there is, whatever the browser kept', () => {
    expect([null, '', 'xx', 'toString', 'de'].map(findLanguage)).toEqual([null, null, null, null, 'de'])
  })

  it.each(Object.keys(languages))('%s is loaded by its tag', async (tag) => {
    expect((await loadWords(findLanguage(tag) ?? 'en')).language).toBe(tag)
  })
})
