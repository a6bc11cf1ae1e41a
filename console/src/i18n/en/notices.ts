import { count, plural } from './numbers.ts'

/** The words of notices. */
export const noticesWords = {
  title: 'Notices',
  open: (many: number) =>
    many === 0 ? 'Notices' : plural(many, { one: 'Notices: 1 new', other: `Notices: ${count(many)} new` }),
  none: 'Nothing new.',
  mention: (who: string, title: string) => `${who} mentioned you on ${title}`,
  seen: 'Mark as seen',
}
