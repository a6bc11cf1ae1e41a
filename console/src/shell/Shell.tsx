import type { UndoClash } from '@tabularium/client/undo'
import { createContext, use } from 'react'
import type { Route } from '../route/Route.ts'
import type { Formats } from '../field/FieldKind.ts'
import type { FindModel } from '../meta/columns.ts'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import type { Confirmation } from '../service/createConfirmation.ts'
import type { RequestLog } from '../service/createLog.ts'
import type { Me } from '../service/Me.ts'
import type { Service } from '../service/Service.ts'
import type { Language } from '../i18n/languages.ts'
import type { Words } from '../i18n/Words.ts'

/** Something that was done, and the way back. */
export interface ToastMessage {
  readonly text: string
  readonly undo?: () => void
}

/** What is to be undone: change sets, after a look at what goes back; or what does not, and why. */
export type Undoing =
  | { readonly is: 'sets'; readonly ids: readonly number[] }
  | { readonly is: 'clashes'; readonly clashes: readonly UndoClash[] }

/** What every screen may use: the service, the texts, and the way to another route. */
export interface Shell {
  readonly service: Service
  /** The last requests of this tab. */
  readonly log: RequestLog
  readonly confirmation: Confirmation
  readonly words: Words
  readonly formats: Formats
  /** The language that was chosen in this browser; null for the one that the browser asks for. */
  readonly language: Language | null
  readonly browserLanguage: Language
  /** Shows the console in another language from now on. */
  readonly setLanguage: (language: Language | null) => Promise<void>
  readonly go: (route: Route, how?: 'replace') => void
  /** Shows a message, on whatever screen comes next. */
  readonly notify: (message: ToastMessage) => void
  /** Shows what would go back, on whatever screen one is, and undoes it then. */
  readonly undo: (what: Undoing) => void
  /** A new text that nobody can guess, for idempotency keys. */
  readonly newKey: () => string
  /** The name of the file that this console began with. */
  readonly script: string
  /** The token of the link of a mail that led here; undefined without one. */
  readonly linkToken: string | undefined
  /** Storage of this browser, for drafts and preferences. */
  readonly storage: Storage
  /** The model whose records come first in the demo; undefined everywhere else. */
  readonly demo: string | undefined
}

/** What screens behind the login may use as well. */
export interface Session {
  readonly me: Me
  readonly models: readonly ModelMeta[]
  readonly find: FindModel
  /** The roles that files declare: they are changed there and not here. */
  readonly declaredRoles: readonly string[]
}

/** Holds the shell for all screens. */
export const ShellContext = createContext<Shell | undefined>(undefined)

/** Holds the session for the screens behind the login. */
export const SessionContext = createContext<Session | undefined>(undefined)

/** The shell of this screen. */
export function useShell(): Shell {
  const shell = use(ShellContext)
  if (!shell) throw new Error('There is no shell around this screen.')
  return shell
}

/** The session of this screen. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('There is no session around this screen.')
  return session
}
