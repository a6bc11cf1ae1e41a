import type { RedeemLink } from './redeemLink.ts'

/** What the console of the demo has beside that of every other service. */
export interface DemoConsole {
  readonly redeemLink: RedeemLink
  /** The model whose records a newcomer sees first. */
  readonly model: string
  readonly askColleague: AskColleague
}

/** A change that the made-up colleague is asked for, and the cookie of the person who asks. */
export interface ColleagueRequest {
  readonly cookie: string
  readonly body: string
}

/** What came of it: the answer of the API. */
export interface ColleagueAnswer {
  readonly status: number
  readonly body: string
}

/** Lets the made-up colleague change a record, in a session of their own. */
export type AskColleague = (request: ColleagueRequest) => Promise<ColleagueAnswer>
