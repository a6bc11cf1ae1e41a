/** What is wrong with what was typed, in English. */
export const faultWords = {
  required: 'is required',
  integer: 'must be a whole number',
  decimal: 'must be a number such as 12.50',
  date: 'must be a date such as 2026-01-31',
  dateTime: 'must be a date and time',
  incomplete: 'is incomplete: fill in the missing parts, or clear it',
  json: (line: number, column: number) => `is not JSON: look at line ${line}, column ${column}`,
}
