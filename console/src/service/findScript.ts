/** The name of the file that the console begins with, in the text of its page. Each build has another one. */
export function findScript(page: string): string | undefined {
  return /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(page)?.[1]
}
