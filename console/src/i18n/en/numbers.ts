import { createNumbers } from '../createNumbers.ts'

/** Numbers and plurals in English. */
export const { count, plural } = createNumbers('en')
