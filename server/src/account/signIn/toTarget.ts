/** Where a login leads if it does not say it, or says what is not allowed. */
const home = '/console/'
const maxLength = 2_000
/** An origin that nothing else has, to which paths are resolved as a browser would do it. */
const origin = 'http://path.invalid'

/**
 * The path of this service to which a login leads: in the console or the docs. What is checked is what is sent, after
 * it was normalized: `/console//../..//evil.example` would become an address elsewhere.
 */
export function toTarget(given: string | undefined): string {
  if (given === undefined || given.length > maxLength || hasOddCharacters(given) || !given.startsWith('/')) return home
  if (!URL.canParse(given, origin)) return home
  const url = new URL(given, origin)
  const path = `${url.pathname}${url.search}${url.hash}`
  const isOurs = url.origin === origin && /^\/(console|docs)(\/|$)/.test(url.pathname) && !url.pathname.includes('//')
  return isOurs ? path : home
}

/** Control characters, spaces and backslashes are read in more than one way. */
function hasOddCharacters(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u0020\u007f\\]/.test(text) || !text.isWellFormed()
}
