/** Messages of the catalogue (`messages.ts`) about a holder's election at maturity. */
export const electionMessages = {
  ELECTION_CLOSED: 'The election has closed. Contact us; a late choice needs the approval of two people at the fund.',
  ELECTION_NOT_OPEN: 'You can choose what happens to this note when its maturity is near.',
  ELECTION_CHOICE: 'Choose what happens to your note.',
  ELECTION_AMOUNT: 'Enter an amount from the fund’s minimum to less than the whole note, such as $200,000.',
  ELECTION_SMALL:
    'This note’s remaining principal is below the fund’s minimum, so it can’t be renewed. It will be paid out at maturity.',
  ELECTION_TERM: 'Choose another term than the note’s own.',
  ELECTION_NOT_YOURS: 'Only the holder’s authorized people can choose.',
  ELECTION_GONE: 'This choice was replaced by a later one.',
} as const
