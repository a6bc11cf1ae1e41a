const mark = Symbol.for('tabularium.fromEnv')

/** A value that the environment gives when the service starts: it is in no file of the repository. */
export class FromEnv {
  readonly variable: string
  readonly fallback: string | undefined

  constructor(variable: string, fallback?: string) {
    this.variable = variable
    this.fallback = fallback
    Object.defineProperty(this, mark, { value: true })
  }
}

/**
 * Names the environment variable that has a value, such as a secret, and what it is if the variable is not set. The
 * variable with `_FILE` behind its name can name a file that has the value.
 */
export function fromEnv(variable: string, fallback?: string): FromEnv {
  return new FromEnv(variable, fallback)
}

export function isFromEnv(value: unknown): value is FromEnv {
  return typeof value === 'object' && value !== null && mark in value
}
