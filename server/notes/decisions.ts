/**
 * Approvals that determine a note's future. Two pending for one note would each be approved without regard to the
 * other. Payments are excluded: they have happened.
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
