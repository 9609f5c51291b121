/** Messages of the catalogue (`messages.ts`) about signatures on paper. */
export const paperMessages = {
  PAPER_FILE: 'Choose the scan of the signed paper: a PDF of at most 25 MB.',
  PAPER_DAY: 'The day beside the signature can’t be later than today.',
} as const
