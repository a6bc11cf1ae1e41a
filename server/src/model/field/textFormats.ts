/** The formats of JSON Schema for those of text fields. `email` and `uri` allow ASCII only, which is less. */
export const schemaFormats = { email: 'idn-email', url: 'iri' } as const

/** The limit of RFC 5321. */
export const maxEmailLength = 254

const emailShape = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@."(),:;<>[\\\]]+(\.[^\s@."(),:;<>[\\\]]+)+$/u

/** Whether a text is an e-mail address. */
export function isEmail(value: string): boolean {
  return value.length <= maxEmailLength && emailShape.test(value)
}

/** Whether a text is a web address. */
export function isUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && !/\s/.test(value) && URL.canParse(value)
}
