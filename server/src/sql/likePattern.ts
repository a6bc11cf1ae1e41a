/** Text as it stands in a LIKE pattern, its wildcards made letters. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
