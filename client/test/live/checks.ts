/** One check of the live suite: it throws if something is wrong. */
export interface Check {
  readonly name: string
  readonly run: () => Promise<void>
}

/** What became of the checks. */
export interface Outcome {
  readonly passed: number
  readonly failed: readonly { readonly name: string; readonly why: string }[]
}

/** Runs checks one after the other. No test framework runs on every platform, so there is none here. */
export async function runChecks(checks: readonly Check[]): Promise<Outcome> {
  const failed: { name: string; why: string }[] = []
  for (const { name, run } of checks)
    await run().catch((error: unknown) => {
      failed.push({ name, why: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) })
    })
  return { passed: checks.length - failed.length, failed }
}

/** Throws unless both values are the same as JSON. */
export function equal(actual: unknown, expected: unknown): void {
  const [one, other] = [toText(actual), toText(expected)]
  if (one !== other) throw new Error(`expected ${other}, got ${one}`)
}

/** Throws unless the condition holds. */
export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(`does not hold: ${what}`)
}

/** The error that a promise is rejected with. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  const nothing = Symbol('no error')
  const error = await promise.then(
    () => nothing,
    (reason: unknown) => reason,
  )
  if (error === nothing) throw new Error('expected an error, and there was none')
  return error
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isPlain(inner) ? sorted(inner) : inner)) ?? String(value)
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
