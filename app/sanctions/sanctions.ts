/** Names compared with OFAC's sanctions lists: words, messages and shapes that pages and server share. */

/** Form limits for a list: SDN.XML has about 28 MB. Sent with the form, and read at once. */
export const sanctionsForm = { bytes: 48 * 1024 * 1024, fields: 5000 }
/** Hits, or comparisons, on a page of their list. */
export const sanctionsPerPage = 50
/** Lists, holders of a hit, and people without a name that a page shows at most. */
export const sanctionsShown = 100

export const listKinds = {
  sdn: 'SDN list (Specially Designated Nationals)',
  consolidated: 'Consolidated list (non-SDN)',
} as const
export type ListKind = keyof typeof listKinds

/** Where a compared name is from. */
export const nameSources = {
  holder: 'Holder',
  member: 'Authorized person',
  owner: 'Behind the holder',
  payee: 'Payee',
  originator: 'Originator of funds',
} as const
export type NameSource = keyof typeof nameSources

export const hitStates = { open: 'Open', cleared: 'Cleared', confirmed: 'Confirmed' } as const
export type HitState = keyof typeof hitStates

/** An entry of a list. */
export interface ListedEntry {
  /** OFAC's number. */
  uid: string
  kind: 'individual' | 'entity'
  /** As OFAC writes it: a person's last name first. */
  name: string
  /** Weak ones are broad or common; OFAC doesn't expect searches by them. */
  aliases: { name: string; isWeak: boolean }[]
  programs: string[]
  /** Dates of birth, as OFAC writes them. */
  births: string[]
  /** Of birth, and addresses. */
  places: string[]
  remarks: string
}

/** Errors by code. */
export const sanctionsMessages = {
  SANCTIONS_FAILED: 'We couldn’t load the sanctions lists. Try again in a moment.',
  SANCTIONS_FILE:
    'This isn’t a list we can read. Download SDN.XML or SDN.CSV from OFAC again, unpack it if it’s a ZIP, and choose that file.',
  SANCTIONS_CUT: 'This file ends in the middle of the list. Download it from OFAC again.',
  SANCTIONS_ALIASES: 'A CSV list has its aliases in a second file. Choose ALT.CSV, or CONS_ALT.CSV, as well.',
  SANCTIONS_DAY: 'Enter the day OFAC published this list, not later than today. A CSV file doesn’t contain it.',
  SANCTIONS_KIND: 'Choose which list this is.',
  SANCTIONS_REPLACED:
    'This very file was uploaded before, and a newer list has taken its place. Download the newest from OFAC.',
  SANCTIONS_DOUBT: 'Something about this list is unusual. Check it, then confirm.',
  SANCTIONS_DECISION: 'Choose whether it is the same person or organization.',
  SANCTIONS_REASON: 'Give a reason, in at most 500 characters.',
  SANCTIONS_DECIDED: 'This was decided the same way already.',
  SANCTIONS_LIST_OLD:
    'A sanctions list is too old, so nothing can be sold or paid. Upload OFAC’s newest under Investors, Sanctions, then try again.',
  SANCTIONS_HIT:
    'A name of this holder is close to an entry on a sanctions list, so nothing can be sold to it or paid. Two people decide on that under Investors, Sanctions.',
  SANCTIONS_UNCHECKED:
    'A name of this holder hasn’t been compared with the newest sanctions list yet. That takes a minute. Then try again.',
} as const
