/**
 * What a page shows of an answer, as a pattern: an ellipsis stands for anything, and an answer in one line may be shown
 * in several.
 */
export function toPattern(text: string): RegExp {
  const pieces = text.trim().split('…')
  const escaped = pieces.map((piece) => piece.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(escaped.map((piece) => piece.replaceAll(/\n\s*/g, '\\s*')).join('[^]*?'))
}
