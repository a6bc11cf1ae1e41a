/** A request as it was sent. Whoever sends it again needs a key of their own. */
export interface Asked {
  readonly method: string
  /** The path with its parameters. */
  readonly path: string
  /** The body; undefined if there is none, or if it has secrets. */
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** A request of this tab, and what became of it. */
export interface Logged extends Asked {
  readonly number: number
  /** Undefined while there is no answer, and if there was none. */
  readonly status: number | undefined
  /** Milliseconds until the answer; undefined before. */
  readonly duration: number | undefined
  readonly requestId: string | undefined
  /** The first part of the answer. */
  readonly answer: string | undefined
}

/** How many requests are kept, and how many characters of each answer. */
export const mostLogged = 50
export const mostShown = 20_000

/** Adds a request, or what is new about it. The newest one is the first. */
export function addLogged(log: readonly Logged[], entry: Logged): readonly Logged[] {
  const others = log.filter(({ number }) => number !== entry.number)
  return [entry, ...others].sort((a, b) => b.number - a.number).slice(0, mostLogged)
}

/** Paths whose bodies have passwords. */
const withPasswords = ['/callback', '/ws/password']

/** What may be shown of a body: passwords are left out. */
export function bodyToShow(path: string, body: string | undefined): string | undefined {
  return withPasswords.some((each) => path.split('?')[0] === each) ? undefined : body
}

/** What may be shown of an answer: a new key is shown where it was asked for, and nowhere else. */
export function answerToShow(answer: string): string {
  return answer.replaceAll(/("token"\s*:\s*)"[^"]*"/g, '$1"…"').slice(0, mostShown)
}

/** JSON on several lines; other text as it is. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
