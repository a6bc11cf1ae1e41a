/** A piece of a line: plain, or marked in one way. Links lead to web pages and mail addresses alone. */
export type Inline =
  | { readonly is: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly is: 'link'; readonly text: string; readonly href: string }

/** A block of formatted text. */
export type Block =
  | { readonly is: 'heading' | 'paragraph' | 'quote'; readonly content: readonly Inline[] }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Inline[])[] }

const marks = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|[*_]([^*_\n]+)[*_]|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)/g

/** The usual part of Markdown as plain data. Everything else, HTML above all, is the text that it is. */
export function readMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  // Fences first: what is between them is no Markdown.
  for (const [index, part] of source
    .replaceAll('\r\n', '\n')
    .split(/^```.*$/m)
    .entries())
    if (index % 2 === 1) blocks.push({ is: 'code', text: part.replace(/^\n|\n$/g, '') })
    else for (const chunk of part.split(/\n\s*\n/)) if (chunk.trim() !== '') blocks.push(...blocksOf(chunk.trim()))
  return blocks
}

function blocksOf(chunk: string): Block[] {
  const lines = chunk.split('\n')
  const [first = '', ...rest] = lines
  const heading = /^#{1,6}\s+(.*)$/.exec(first)
  if (heading) {
    const after = rest.join('\n').trim()
    return [{ is: 'heading', content: readInline(heading[1] ?? '') }, ...(after === '' ? [] : blocksOf(after))]
  }
  if (lines.every((line) => /^\s*[-*+]\s+/.test(line))) return [listOf(lines, /^\s*[-*+]\s+/, false)]
  if (lines.every((line) => /^\s*\d+[.)]\s+/.test(line))) return [listOf(lines, /^\s*\d+[.)]\s+/, true)]
  if (lines.every((line) => line.startsWith('>')))
    return [{ is: 'quote', content: readInline(lines.map((line) => line.replace(/^>\s?/, '')).join('\n')) }]
  return [{ is: 'paragraph', content: readInline(chunk) }]
}

function listOf(lines: readonly string[], sign: RegExp, isNumbered: boolean): Block {
  return { is: 'list', isNumbered, items: lines.map((line) => readInline(line.replace(sign, ''))) }
}

function readInline(source: string): Inline[] {
  const found: Inline[] = []
  let at = 0
  for (const match of source.matchAll(marks)) {
    if (match.index > at) found.push({ is: 'text', text: source.slice(at, match.index) })
    found.push(inlineOf(match))
    at = match.index + match[0].length
  }
  if (at < source.length) found.push({ is: 'text', text: source.slice(at) })
  return found
}

function inlineOf([, code, strong, em, label, href]: RegExpMatchArray): Inline {
  if (code !== undefined) return { is: 'code', text: code }
  if (strong !== undefined) return { is: 'strong', text: strong }
  if (em !== undefined) return { is: 'em', text: em }
  return { is: 'link', text: label ?? '', href: href ?? '' }
}
