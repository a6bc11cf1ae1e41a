const sections: readonly (readonly [heading: string, text: string])[] = [
  [
    'Answers',
    'Check `status` first. It is 0 for a success, and then `data` is an array. It is negative for a failure, and ' +
      'then `data` is an object with a `code`, which never changes, and a `message` for people. The HTTP status ' +
      'agrees with it.',
  ],
  [
    'Versions',
    'Every record has a `version`. An update names the one that it is based on. If somebody was faster, the answer ' +
      'is 409 `version-conflict` with both sides; `onConflict=merge` merges changes that do not clash.',
  ],
  [
    'Writes',
    'An update changes the fields that are sent; null clears one. Of many records, those without `id` are created, ' +
      'those with `id` and `version` are updated, and with `key` those whose key is known are updated too.',
  ],
  ['Exactly once', 'A write with an `Idempotency-Key` can be sent again after a lost answer, and is done once.'],
  ['Dry runs', 'Every write takes `dryRun=true`: it is checked and answered, and nothing is written.'],
  ['Pages', 'While there is more, a page has `next`. Send it as `after`, with the same search, for the next page.'],
  [
    'What a schema cannot say',
    'Which fields an answer has if you send `fields`; whether a reference leads to a record that exists; checks ' +
      'over several fields. `format` describes values and restricts them no further.',
  ],
  [
    'Other answers',
    'Unknown members and parameters are refused. Another method answers 405 with `Allow`. What is not HTTP, or too ' +
      'slow or too large for it, answers 400, 408 or 431, and the connection ends.',
  ],
]

/** What a document says before its operations, in Markdown. */
export const introduction = [
  'Records of the models that you have rights for. This document describes what *you* may know and do.',
  ...sections.map(([heading, text]) => `**${heading}.** ${text}`),
].join('\n\n')
