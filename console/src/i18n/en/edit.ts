/** The words of edits in a list in English. */
export const editWords = {
  edit: (field: string, title: string) => `${field} of ${title}`,
  saved: (field: string, title: string) => `${field} of ${title} was saved.`,
  merged: (field: string, title: string) => `${field} of ${title} was saved. Changes of others are in it too.`,
  notSaved: (field: string, title: string, why: string, typed: string) =>
    `${field} of ${title} was not saved (you typed ${typed}): ${why}`,
  undone: (field: string, title: string) => `${field} of ${title} is back as it was.`,
  clash: (now: string) => `Somebody changed it meanwhile: it is now ${now}.`,
  saveOver: 'Press Enter to save yours over it.',
  outside: 'no longer in this list',
}
