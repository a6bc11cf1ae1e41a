import { count, plural, records } from './numbers.ts'
import type { Noun } from '../Noun.ts'

/** The words of the home page, in English. */
export const homeWords = {
  greeting: {
    morning: (name: string) => `Good morning, ${name}`,
    afternoon: (name: string) => `Good afternoon, ${name}`,
    evening: (name: string) => `Good evening, ${name}`,
  },
  new: 'New',
  drafts: 'Unsaved',
  waiting: 'Waiting',
  mention: 'Mention',
  failedJobs: (many: number) => plural(many, { one: '1 job has failed', other: `${count(many)} jobs have failed` }),
  parked: (many: number, webhook: string) =>
    plural(many, {
      one: `1 delivery of ${webhook} has stopped`,
      other: `${count(many)} deliveries of ${webhook} have stopped`,
    }),
  forMe: (view: string, many: number, of: Noun) => `${view}: ${records(many, of)}`,
  show: 'Show',
  recent: 'Recent',
  noRecent: 'The records that you open are listed here.',
  first: 'There are no records yet. Three steps to begin:',
  addModel: 'Declare your models',
  addModelHelp: 'A model is a file of TypeScript. After you add or change one, bring the database to it:',
  addRecord: 'Create the first record',
  addRecordHelp: 'Here, or with a request and an API key:',
  addUser: 'Let others in',
  addUserHelp: 'Users can do what their roles allow. Add one with a role of yours:',
  copy: (step: string) => `Copy the command: ${step}`,
}
