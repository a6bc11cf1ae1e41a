/** Marks what is not there yet: keys that are typed for it wait until the mark is gone. */
export function Loading() {
  return <span data-loading hidden />
}
