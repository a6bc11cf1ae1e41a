/** What is said if something fails. */
export const failureWords = {
  title: 'That did not work',
  again: 'Try again',
  request: (id: string) => `Request ${id}`,
  noAnswer: 'The service could not be reached. Check the network; reads are repeated.',
  notCopied: 'Can’t copy here: select the text',
  notFound: 'There is no such record, or you may not see it.',
  unknownModel: (name: string) => `There is no model ${name}, or you may not see it.`,
  unknownAddress: 'There is nothing at this address.',
}
