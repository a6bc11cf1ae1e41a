/** The forms of a word by number. A language uses those that it has; `other` stands for the rest. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** How a language writes a number, and which form of a word goes with it. */
export interface Numbers {
  readonly count: (number: number) => string
  /** The form that goes with a number. */
  readonly plural: (number: number, forms: Forms) => string
}

/** The numbers and plurals of a language, by its tag. */
export function createNumbers(language: string): Numbers {
  const format = new Intl.NumberFormat(language)
  const rules = new Intl.PluralRules(language)
  return {
    count: (number) => format.format(number),
    plural: (number, forms) => forms[rules.select(number)] ?? forms.other,
  }
}
