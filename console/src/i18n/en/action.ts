/** The words of actions of the application, in English. */
export const actionWords = {
  title: 'Actions',
  cancel: 'Cancel',
  close: 'Close',
  check: 'Check first',
  running: 'Running…',
  refused: 'It was not done',
  wouldWork: 'It would work. Nothing was written.',
  done: (action: string) => `Done: ${action}`,
}
