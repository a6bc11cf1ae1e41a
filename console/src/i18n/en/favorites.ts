/** The words of favourites, in English. */
export const favoritesWords = {
  title: 'Favourites',
  add: 'Add to favourites',
  remove: 'Remove from favourites',
  menu: (name: string) => `Change the favourite ${name}`,
  up: 'Move up',
  down: 'Move down',
}
