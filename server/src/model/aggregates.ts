/** The functions that an aggregate computes over a field, in the order in which the answer shows them. */
export const aggregateFunctions = ['sum', 'avg', 'min', 'max', 'countDistinct', 'filled'] as const

/** The name of a function over a field. */
export type AggregateFunction = (typeof aggregateFunctions)[number]

/** The periods by which dates can be grouped. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Period = (typeof periods)[number]
