import type { TextField } from './text.ts'
import { isEmail, isUrl } from './textFormats.ts'

/** Finds what is wrong with the length, the lines or the form of a text. */
export function findShapeFault(value: string, { max, pattern, format, multiline }: TextField): string | undefined {
  if (max !== undefined && value.length > max && lengthOf(value) > max)
    return `must have at most ${max} characters, and has ${lengthOf(value)}`
  if (!multiline && /[\n\r]/.test(value)) return 'must be one line'
  if (format === 'email' && !isEmail(value)) return 'must be an e-mail address, such as ada@example.com'
  if (format === 'url' && !isUrl(value)) return 'must be a web address that begins with http:// or https://'
  if (pattern !== undefined && !toPattern(pattern).test(value)) return `must match the pattern ${pattern}`
  return undefined
}

/** Characters as PostgreSQL counts them. */
function lengthOf(value: string): number {
  return Array.from(value).length
}

const patterns = new Map<string, RegExp>()

/** Compiles each pattern once: there are few, and they do not change while the process runs. */
export function toPattern(pattern: string): RegExp {
  let compiled = patterns.get(pattern)
  if (!compiled) patterns.set(pattern, (compiled = new RegExp(`^(?:${pattern})$`, 'u')))
  return compiled
}
