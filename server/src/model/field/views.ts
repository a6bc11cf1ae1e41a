/** How a console shows the values of a field, if not as the values of its type usually are. The list is closed. */
export const views = ['markdown', 'code', 'color', 'colour', 'phone', 'money', 'percent'] as const
export type View = (typeof views)[number]

/** The views of text. */
export const textViews: readonly View[] = ['markdown', 'code', 'color', 'colour', 'phone']

/** The views of numbers. */
export const numberViews: readonly View[] = ['money', 'percent']
