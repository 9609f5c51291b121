/**
 * Kinds of approval that say how a note goes on. Two of them that wait for one note at the same time would each be approved
 * without a look at the other. What was paid isn't one: it has happened.
 */
export const decisionsOnNotes: readonly string[] = [
  'note.cancel',
  'note.unfund',
  'note.transfer',
  'note.untransfer',
  'note.renew',
  'note.unrenew',
  'note.default',
  'note.cure',
  'election.accept',
]
