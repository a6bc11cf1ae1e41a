/** The words about what others change meanwhile, in English. */
export const liveWords = {
  was: (value: string) => `Changed just now. It was: ${value}`,
  changed: 'The list has changed.',
  show: 'Show it as it is now',
  record: (who: string, fields: string) => `${who} has just changed ${fields}`,
}
