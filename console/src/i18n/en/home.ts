/** The words of the home page, in English. */
export const homeWords = {
  drafts: 'Not saved yet',
  recent: 'Opened last',
  first: 'There are no records yet. Three steps to begin:',
  addModel: 'Declare your models',
  addModelHelp: 'A model is a file of TypeScript. After you add or change one, bring the database to it:',
  addRecord: 'Create the first record',
  addRecordHelp: 'Here, or with a request and an API key:',
  addUser: 'Let others in',
  addUserHelp: 'Users can do what their roles allow. Add one with a role of yours:',
  copy: (step: string) => `Copy the command: ${step}`,
}
