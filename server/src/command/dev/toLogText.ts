/** The members of a line that the text has elsewhere, or that a terminal does not need. */
const shownElsewhere: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'err', 'worker'])

interface LoggedError {
  readonly type?: string
  readonly message?: string
  readonly stack?: readonly string[]
  readonly cause?: LoggedError
}

/** A line of the log as text for people: the message, its members, and an error with the first lines of its stack. */
export function toLogText(line: string): string {
  const { level, msg, err, ...members } = JSON.parse(line) as Record<string, unknown> & { readonly err?: LoggedError }
  const others = Object.entries(members)
    .filter(([name]) => !shownElsewhere.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${String(level)}: ${String(msg)}${others.join('')}\n${err ? errorLines(err).join('') : ''}`
}

function errorLines({ type, message, stack = [], cause }: LoggedError): string[] {
  return [
    `  ${type ?? 'Error'}: ${message ?? ''}\n`,
    ...stack.slice(0, 5).map((frame) => `    ${frame}\n`),
    ...(cause ? errorLines(cause) : []),
  ]
}
