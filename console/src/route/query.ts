/** Parameters that have a value; an absent one means the same as an empty one. */
export function parameters(values: Readonly<Record<string, string | number | undefined>>): URLSearchParams {
  const given = Object.entries(values).map(([name, value = '']): [string, string] => [name, String(value)])
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

/** A parameter as text; empty if it is absent. */
export function textOf(query: URLSearchParams, name: string): string {
  return query.get(name) ?? ''
}

/** A parameter as a whole number; undefined for anything else. */
export function wholeOf(query: URLSearchParams, name: string): number | undefined {
  return toWhole(textOf(query, name))
}

/** A whole number in plain digits, as the service writes ids; anything else is none. */
export function toWhole(text: string): number | undefined {
  const number = Number(text)
  return /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number) ? number : undefined
}
