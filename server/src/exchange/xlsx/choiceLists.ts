import { defaultLimits } from '../limits.ts'
import { escapeMarkup } from './escapedText.ts'
import type { SheetColumn } from './Sheet.ts'

/** The most characters of a list that stands in the sheet itself. */
const maxList = 255

/** What a person may pick in the columns that have choices, if such a list can hold their values. */
export function choiceLists(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const lists = columns.flatMap(({ choices }, index) => {
    const list = choices?.join(',')
    // A comma would end a value, and a quote the list.
    if (!choices || !list || list.length > maxList || choices.some((value) => /[,"]/.test(value))) return []
    const cells = `${letters[index]}2:${letters[index]}${defaultLimits.sheetRows}`
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}">` +
        `<formula1>"${escapeMarkup(list)}"</formula1></dataValidation>`,
    ]
  })
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}
