/** Removes the id from a record that a dry run created. */
export function withoutId(json: string): string {
  return JSON.stringify({ ...JSON.parse(json), id: null })
}
