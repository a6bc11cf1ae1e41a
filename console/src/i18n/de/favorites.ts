/** The words of favourites, in German. */
export const favoritesWords = {
  title: 'Favoriten',
  add: 'Zu den Favoriten',
  remove: 'Aus den Favoriten nehmen',
  menu: (name: string) => `Favorit ${name} ändern`,
  up: 'Nach oben',
  down: 'Nach unten',
}
