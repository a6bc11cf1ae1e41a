/** The most characters of an access token. */
const maxLength = 8_192

/**
 * Whether a text has the form of a signed JWT, as access tokens of providers have it: three parts, of which the first
 * is a JSON object. Neither API keys nor the tokens of sessions have a dot.
 */
export function isAccessToken(text: string): boolean {
  return text.startsWith('eyJ') && text.length <= maxLength && text.split('.').length === 3
}
