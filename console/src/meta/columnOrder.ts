/** The columns with one of them moved by so many places; it stays where it is at the ends. */
export function moveColumn(paths: readonly string[], path: string, by: number): string[] {
  const from = paths.indexOf(path)
  const to = from + by
  if (from < 0 || to < 0 || to >= paths.length) return [...paths]
  const others = paths.filter((each) => each !== path)
  return [...others.slice(0, to), path, ...others.slice(to)]
}

/** The columns with one of them before another one. */
export function columnsBefore(paths: readonly string[], path: string, before: string): string[] {
  const isForward = paths.indexOf(path) < paths.indexOf(before)
  const others = paths.filter((each) => each !== path)
  const at = others.indexOf(before) + (isForward ? 1 : 0)
  return [...others.slice(0, at), path, ...others.slice(at)]
}

/** The columns as an address names them: none where they are those of the model. */
export function toFields(paths: readonly string[], list: readonly string[]): readonly string[] {
  return paths.length === list.length && paths.every((path, index) => path === list[index]) ? [] : paths
}
