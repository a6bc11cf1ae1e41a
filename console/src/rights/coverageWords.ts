import type { ModelMeta } from '../meta/ModelMeta.ts'

/** What a rule is about, in words. */
export function coverageWords(
  covered: string,
  model: ModelMeta | undefined,
  words: { readonly allModels: string; readonly ofPackage: (name: string) => string },
): string {
  if (covered === '*') return words.allModels
  return covered.endsWith('.*') ? words.ofPackage(covered.slice(0, -2)) : (model?.label ?? covered)
}
