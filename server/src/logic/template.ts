/** A piece of a text: itself, or the path of a value that stands there. */
export type Piece = string | { readonly path: string }

/** The text of a mail in one language. */
export interface Template {
  readonly subject: readonly Piece[]
  readonly body: readonly Piece[]
}

/** The most characters of a template. */
export const maxTemplate = 20_000

/** Reads a template: the first line is the subject, the text begins behind it. */
export function toTemplate(text: string): Template {
  const [subject = '', ...lines] = text.replaceAll('\r\n', '\n').split('\n')
  return { subject: toPieces(subject), body: toPieces(lines.join('\n').replace(/^\n+/, '')) }
}

/** The paths that a template names. */
export function pathsOf({ subject, body }: Template): string[] {
  return [...subject, ...body].flatMap((piece) => (typeof piece === 'string' ? [] : [piece.path]))
}

/** Puts values in their places. */
export function fill(pieces: readonly Piece[], valueAt: (path: string) => string): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : valueAt(piece.path))).join('')
}

function toPieces(text: string): Piece[] {
  return text
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{.*\}$/s.test(piece) ? { path: piece.slice(1, -1).trim() } : piece))
}
