import type { ConsoleExtension, ConsoleRoute } from 'tabularium/demo'
import { loginPath, type RedeemLink, toLinkReply } from './redeemLink.ts'

/** Where the console of the demo asks the made-up colleague for a change. */
const colleaguePath = '/console/demo/colleague'

export interface DemoConsoleOptions {
  /** The model whose records a newcomer sees first. */
  readonly model: string
  readonly redeemLink: RedeemLink
  readonly askColleague: ConsoleRoute
}

/** What the demo adds to the console: a login link, and a colleague who changes records. */
export function demoConsole({ model, redeemLink, askColleague }: DemoConsoleOptions): ConsoleExtension {
  return {
    // The page says that it is the demo's, and which records come first, so that the console need not ask. Names of
    // models consist of letters, digits and dots, so that nothing needs quoting.
    head: `<meta name="tabularium-demo" content="${model}" />`,
    routes: new Map<string, ConsoleRoute>([
      [`POST ${colleaguePath}`, askColleague],
      [
        `GET ${loginPath}`,
        async ({ query }) => {
          const token = new URLSearchParams(query).get('once')
          return token === null ? undefined : toLinkReply(token, redeemLink)
        },
      ],
    ]),
  }
}
