import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './look/layers.css'
import './look/reset.css'
import './look/tokens.css'
import { createFormats } from './field/createFormats.ts'
import { createQueryClient } from './query/queries.ts'
import { App } from './screen/App.tsx'
import { createLog } from './service/createLog.ts'
import { createService } from './service/createService.ts'
import { en } from './words/en.ts'

// The only reader of the window: address, storage, clock, randomness and language come from here.
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root.')
const log = createLog((input, init) => fetch(input, init))
const shell = {
  service: createService(log.fetch),
  log,
  words: en,
  formats: createFormats(en, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone),
  newKey: () => crypto.randomUUID(),
  script: document.querySelector('script[type=module]')?.getAttribute('src') ?? '',
  storage: localStorage,
  demo: document.querySelector<HTMLMetaElement>('meta[name="tabularium-demo"]')?.content,
}
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <App shell={shell} />
    </QueryClientProvider>
  </StrictMode>,
)
