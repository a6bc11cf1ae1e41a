/** The path of a model, or of something in it. */
export function modelPath(model: string, rest = ''): string {
  return `/ws/rest/${model}${rest}`
}
