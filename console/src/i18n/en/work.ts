import { count, plural } from './numbers.ts'

/** The words of jobs and webhooks, in English. */
export const workWords = {
  states: {
    waiting: (when: string) => (when === '' ? 'It waits for its turn.' : `It is tried next at ${when}.`),
    running: 'It is running.',
    done: 'It is done.',
    failed: (tries: number) =>
      plural(tries, { one: 'It failed and is not tried again.', other: `It failed ${count(tries)} times.` }),
  },
  progress: (percent: number) => `${percent} %`,
  tryAgain: 'Try again',
  triedAgain: 'The job will be tried again',
  deliveries: 'Deliveries',
  counts: (waiting: number, parked: number) => `${count(waiting)} waiting, ${count(parked)} stopped`,
  behind: (many: number) =>
    plural(many, {
      one: '1 later change of the same record is behind these.',
      other: `${count(many)} later changes of the same records are behind these.`,
    }),
  delivered: 'Everything is delivered.',
  fault: 'Nothing is delivered',
  last: (when: string, status: string) => `Last attempt: ${when}, ${status}`,
  failing: (when: string) => `No attempt has succeeded since ${when}.`,
  status: (status: number) => `status ${status}`,
  noAnswer: 'no answer',
  secret: (name: string) => `The secret of ${name}`,
  test: 'Send a test',
  testing: 'Sending…',
  tested: (milliseconds: number) => `The test was delivered in ${count(milliseconds)} ms`,
  notTested: 'The test was not delivered',
  again: 'Send again',
  allAgain: 'Send all stopped again',
  sentAgain: (many: number) =>
    plural(many, { one: '1 delivery is sent again', other: `${count(many)} deliveries are sent again` }),
  chooseModels: 'Choose models',
  findModel: 'Find a model',
  noModel: 'No model is called so.',
  since: 'Send again since…',
  sinceLabel: 'Since',
  sinceHelp: 'Everything that was written from this moment on is sent again, as far as the journal has it.',
  sinceDone: 'Everything since then is sent again',
  heldUp: 'Later changes of the same record wait behind it. Discard it to give up the changes that it holds.',
  discard: 'Discard',
  discarded: 'The delivery is not sent any more',
  attempts: (many: number) => plural(many, { one: '1 attempt', other: `${count(many)} attempts` }),
  next: (when: string) => `next attempt ${when}`,
  parked: (attempts: number) =>
    plural(attempts, { one: 'stopped after 1 attempt', other: `stopped after ${count(attempts)} attempts` }),
  waiting: 'waiting',
  answer: 'Answer',
}
