/** The words of actions of the application, in English. */
export const actionWords = {
  title: 'Actions',
  cancel: 'Cancel',
  close: 'Close',
  check: 'Check first',
  running: 'Running…',
  refused: 'It was not done',
  cant: (action: string, why: string) => `Can’t ${action.charAt(0).toLowerCase()}${action.slice(1)}: ${why}`,
  wouldWork: 'It would work. Nothing was written.',
  done: (action: string) => `Done: ${action}`,
}
