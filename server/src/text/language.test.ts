import { describe, expect, it } from 'vitest'
import { lookUpLanguage } from './language.ts'

const languages = ['en', 'de', 'pt-BR', 'zh-Hant']

describe('the language of a request', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-DE,de;q=0.9', 'de'],
    ['fr', 'en'],
    ['fr, de;q=0.1', 'de'],
    ['en;q=0.5, de-CH;q=0.8', 'de'],
    ['de;q=0, en;q=0.1', 'en'],
    ['pt', 'en'],
    ['pt-br', 'pt-BR'],
    ['zh-Hant-CN-x-private1-private2', 'zh-Hant'],
    ['*', 'en'],
    ['*;q=0.5, de;q=0.1', 'de'],
    ['de;q=nothing', 'en'],
    [`${'xx,'.repeat(100_000)}de`, 'en'],
  ])('%s is answered in %s', (accepted, language) => {
    expect(lookUpLanguage(accepted, languages)).toBe(language)
  })

  it('is the only one of the application, or none', () => {
    expect(lookUpLanguage('de', ['en'])).toBe('en')
    expect(lookUpLanguage('de', [])).toBeUndefined()
  })
})
