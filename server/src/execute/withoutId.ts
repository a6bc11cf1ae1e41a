/** A record that would be created has no id yet. */
export function withoutId(json: string): string {
  return JSON.stringify({ ...JSON.parse(json), id: null })
}
