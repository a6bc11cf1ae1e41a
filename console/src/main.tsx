import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './style/layers.css'
import './style/reset.css'
import './style/tokens.css'
import './style/print.css'
import { createFormats } from './field/createFormats.ts'
import { createQueryClient } from './query/createQueryClient.ts'
import { App } from './app/App.tsx'
import { createConfirmation } from './service/createConfirmation.ts'
import { createLog } from './service/createLog.ts'
import { createService } from './service/createService.ts'
import { takeEarly } from './service/takeEarly.ts'
import { en } from './i18n/en/en.ts'
import { chooseLanguage, findLanguage, type Language, toLocale } from './i18n/languages.ts'
import { loadWords } from './i18n/loadWords.ts'
import type { Words } from './i18n/Words.ts'

/** What is used of https://www.w3.org/TR/trusted-types/, which the types of the browser do not have. */
interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createHTML: (html: string) => string | null }): unknown
}

// The only reader of the window: address, storage, clock, randomness and language come from here.
const page = document.getElementById('root')
if (!page) throw new Error('The page has no root.')
const root = createRoot(page)
// react-aria empties an element by `innerHTML = ''` while one types a date. The page's policy refuses all HTML of
// scripts, and goes on refusing all but the empty text.
if ('trustedTypes' in window)
  (window.trustedTypes as TrustedTypes).createPolicy('default', { createHTML: (html) => (html === '' ? html : null) })
const queries = createQueryClient()
const early = 'early' in window && window.early instanceof Map ? window.early : new Map<string, Promise<Response>>()
const log = createLog((input, init) => takeEarly(input, early) ?? fetch(input, init))
// Behind the #, where no server gets it. It is taken out of the address, which others may see.
const linkToken = /^#token=([\w-]{43})$/.exec(location.hash)?.[1]
if (linkToken !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
const confirmation = createConfirmation(log.fetch)
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const storedLanguage = 'tabularium.language'
const always = {
  service: createService(confirmation.fetch),
  log,
  confirmation,
  newKey: () => crypto.randomUUID(),
  script: document.querySelector('script[type=module]')?.getAttribute('src') ?? '',
  linkToken,
  storage: localStorage,
  demo: document.querySelector<HTMLMetaElement>('meta[name="tabularium-demo"]')?.content,
  browserLanguage: chooseLanguage(null, navigator.languages),
  setLanguage: async (chosen: Language | null) => {
    const words = await loadWords(chooseLanguage(chosen, navigator.languages))
    if (chosen === null) localStorage.removeItem(storedLanguage)
    else localStorage.setItem(storedLanguage, chosen)
    show(words, chosen)
  },
}

/** Shows the console in a language: for the first time, or in the place of another one with all that was typed. */
function show(words: Words, language: Language | null): void {
  document.documentElement.lang = words.language
  document.documentElement.dir = words.direction
  const shell = {
    ...always,
    words,
    language,
    formats: createFormats(words, toLocale(words.language, navigator.languages), timeZone),
  }
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App shell={shell} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

const chosen = findLanguage(localStorage.getItem(storedLanguage))
// Without await: a language imports parts of this file, which would wait for the language.
void loadWords(chooseLanguage(chosen, navigator.languages))
  .catch(() => en)
  .then((words) => show(words, chosen))
