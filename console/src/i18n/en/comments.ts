/** The words of the comments on a record. */
export const commentsWords = {
  write: 'Write a comment',
  hint: 'Comment, @ to mention…',
  send: 'Comment',
  edit: 'Edit',
  cancel: 'Cancel',
  sure: 'Delete this comment?',
  edited: 'edited',
  about: (field: string) => `about ${field}`,
  people: 'People to mention',
}
