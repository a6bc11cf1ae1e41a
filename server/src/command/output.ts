import type { Context, Output } from './Context.ts'

/** Prints data as JSON, for programs. */
export function printJson(output: Output, value: unknown): void {
  output.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Prints data as a table, for people. */
export function printTable(output: Output, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [header.map((title) => title.toUpperCase()), ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines)
    output.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
}

type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold'

const codes: Readonly<Record<Colour, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }

/** Colours the text on a terminal, unless NO_COLOR is set. */
export function paint(output: Output, { env }: Pick<Context, 'env'>, colour: Colour, text: string): string {
  return output.isTTY && !env.NO_COLOR ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text
}

/** `1 model`, `2 models`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
