/** The words of the demo, in English. */
export const demoWords = {
  demo: 'Demo',
  invite: 'What happens when two people change the same field at the same time?',
  try: 'Try a conflict',
  step: (step: number) => `Step ${step} of 3.`,
  type: (field: string) => `Change a field below, such as ${field}. Do not save it yet.`,
  otherField: 'Change one of the other fields: Robin has no idea what to write there.',
  ready: (field: string) => `You changed ${field}. Now let Robin, a made-up colleague, change it as well.`,
  ask: 'Let Robin change it',
  asking: 'Robin is typing…',
  changed: (field: string) =>
    `Robin has just saved another value of ${field}. What you typed is still here. Save, and see what you are asked.`,
  choose: 'Nothing was overwritten. Choose which value stays, then save.',
  settled: 'Settled. The history has every change, with its author.',
  history: 'Show the history',
  again: 'Try again',
  stop: 'Close',
  list: 'Made-up records. Open one, and see what happens when two people change it at the same time.',
  open: (title: string) => `Open ${title}`,
  /** What Robin writes. */
  email: 'robin@example.com',
  url: 'https://example.com/robin',
  value: (before: string) => `${before} (Robin)`,
  note: (before: string) => `${before}\n\nCalled back today. Robin`,
}
