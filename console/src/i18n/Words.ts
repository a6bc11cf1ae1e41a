import type { en } from './en/en.ts'

/** What every language has: the texts of English, each of the same type. A language that lacks one does not compile. */
export type Words = typeof en
