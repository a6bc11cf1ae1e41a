import { count, plural } from './numbers.ts'

/** The words of what is pasted, in English. */
export const pasteWords = {
  computed: 'is computed, and can’t be pasted',
  boolean: 'must be yes or no',
  choice: 'is none of the values that can be chosen',
  ambiguous: 'can be read as two numbers: without a separator it is clear',
  notFound: (model: string) => `was not found in ${model}`,
  several: (many: number) => `is the title of ${count(many)} records: use what is unique`,
  misfit: (text: string, fault: string) => `“${text}” ${fault}`,
  pasted: (many: number, misfits: number) =>
    `${plural(many, { one: '1 value', other: `${count(many)} values` })} pasted${
      misfits === 0 ? '' : ` · ${plural(misfits, { one: '1 does not fit', other: `${count(misfits)} do not fit` })}`
    }`,
  misfits: (many: number) => plural(many, { one: '1 does not fit', other: `${count(many)} do not fit` }),
  rowsLeft: (many: number) =>
    plural(many, { one: '1 more row has no record here', other: `${count(many)} more rows have no records here` }),
  cells: (many: number) => plural(many, { one: '1 cell', other: `${count(many)} cells` }),
  sum: (total: string) => `sum ${total}`,
  failed: (message: string) => `Not pasted: ${message}`,
}
