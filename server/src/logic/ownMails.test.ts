import { expect, it } from 'vitest'
import { readOwnMailFiles } from '../work/mail/readMailFiles.ts'
import { ownMailKinds, toOwnMails } from './ownMails.ts'

const right = 'Subject\n\nHello {name}, {link} until {until}'

/** The mistakes in one file of a folder. */
function mistakesOf(text: string, { kind = 'reset', language = 'it', languages = [] as string[] } = {}): string[] {
  const files = new Map([[`tabularium.${kind}`, new Map([[language, text]])]])
  return toOwnMails(files, languages).mistakes.map(({ file, message }) => `${file}: ${message}`)
}

it('the texts that come along have no mistakes, and are there in three languages', async () => {
  const { ownMails, mistakes } = toOwnMails(await readOwnMailFiles(), ['en', 'de', 'fr'])
  expect(mistakes).toEqual([])
  expect([...ownMails.keys()].toSorted()).toEqual([...ownMailKinds].toSorted())
  for (const texts of ownMails.values()) expect([...texts.keys()].toSorted()).toEqual(['de', 'en', 'fr'])
})

it('mails of the application are none of the service', () => {
  const files = new Map([['com.example.desk.reminder', new Map([['en', 'no subject']])]])
  expect(toOwnMails(files, [])).toEqual({ ownMails: new Map(), mistakes: [] })
})

it.each([
  [right, {}, []],
  [right, { languages: ['it'] }, []],
  [right, { languages: ['en'] }, ['is in a language that application() does not have: it has en']],
  [right, { kind: 'rest' }, ['is the text of no mail of the service. Did you mean "reset"?']],
  ['Subject\n\nno link', {}, ['must have {link} once, below the subject']],
  ['Subject\n\n{link} {link}', {}, ['must have {link} once, below the subject']],
  ['{link}\n\n{link}', {}, ['must have {link} once, below the subject']],
  ['\n\n{link}', {}, ['the first line is the subject: write one']],
  ['x'.repeat(20_001), {}, ['has more than 20000 characters: shorten it']],
  [
    'Subject\n\n{link} {password}',
    {},
    ['has {password}; there are {name}, {username}, {application}, {link}, {until}'],
  ],
  ['Subject\n\n{event}', { kind: 'notice' }, []],
  [
    'Subject\n\n{event} {link}',
    { kind: 'notice' },
    ['has {link}; there are {name}, {username}, {application}, {event}'],
  ],
])('%j %j', (text, options, messages) => {
  const { kind = 'reset', language = 'it' } = options as { kind?: string; language?: string }
  const file = `mails/tabularium.${kind}.${language}.txt`
  expect(mistakesOf(text, options)).toEqual(messages.map((message) => `${file}: ${message}`))
})
