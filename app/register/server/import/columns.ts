/** The columns of a file of notes, in the template's order, with what the template says about each. */
export const importColumns = {
  record: 'note, payment (of interest) or principal (repaid)',
  note: 'Your number for the note; payments repeat it',
  holder_number: 'Of a holder who is in the register already',
  holder_name: 'Exactly as titled; notes of one name and kind have one holder, unless holder_code says otherwise',
  holder_code: 'Your own code for the holder, where two have one name, such as father and son',
  holder_kind:
    'individual, joint_jtwros, joint_tic, joint_community, revocable_trust, irrevocable_trust, llc, lp, corporation, sdira, solo_401k',
  custodian: 'Of an sdira',
  holder_state: 'Two letters',
  member_email: 'Address of an accepted person who acts for the holder',
  offering: 'Empty: the usual one',
  principal: 'Dollars',
  rate_percent: 'A year',
  term_months: '12 or 24',
  payout: 'monthly, quarterly or annually',
  day_count: '30/360 or actual/365',
  convention: 'following, modified_following or preceding; empty: following',
  issue_date: 'YYYY-MM-DD',
  first_payment_date: 'Where the first period is shorter or longer',
  sale_state: 'Two letters; empty: the holder’s',
  due_date: 'Of a payment; empty: the next one unpaid',
  paid_on: 'When the payment was made',
  amount: 'Dollars and cents of the payment',
  reference: 'The bank’s, for the payment',
} as const

export type ImportColumn = keyof typeof importColumns

/** Without these columns a file isn't one of notes. */
export const requiredColumns = [
  'record',
  'note',
  'principal',
  'rate_percent',
  'term_months',
  'payout',
  'day_count',
  'issue_date',
] as const satisfies readonly ImportColumn[]
