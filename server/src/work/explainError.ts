import { Failure } from '../failure/failure.ts'
import { AuthorizationChanged } from '../statement/authorization/authCheck.ts'
import { CursorMoved } from './errors.ts'

/** The most characters of an error that a job keeps. */
const maxLength = 4_000

/** What the record of a job says about an error. PostgreSQL does not store the character NUL. */
export function explainError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const details = error instanceof Failure && error.details.errors ? ` ${JSON.stringify(error.details.errors)}` : ''
  return `${text}${details}`.replaceAll('\0', '').slice(0, maxLength)
}

/** Whether an error will pass: the database is away, rights have changed, or another process took over. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CursorMoved || error instanceof AuthorizationChanged) return true
  return error instanceof Failure && error.code === 'unavailable'
}
