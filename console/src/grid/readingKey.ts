/** An arrow key as it is read: where text runs from right to left, the arrow to the left leads on. */
export function readingKey(key: string, isRightToLeft: boolean): string {
  if (!isRightToLeft) return key
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}
