/** The form of this folder's data. Amounts are US dollars, rates percent a year. */

export type Tier = {
  /** Such as 'Tier 1'. */
  name: string
  /** Lowest and highest amount placed in this tier. */
  from: number
  to: number
  /** The range in words, such as '$100K - $249K'. */
  label: string
  /** Rate of a note of one year, and of two. */
  oneYear: number
  twoYears: number
  /** The payout frequencies of this tier, if fewer than `payouts` of fund.ts. */
  payouts?: Fund['payouts']
}

/** The tiers, lowest first: at least one. */
export type Tiers = readonly [Tier, ...Tier[]]

export type Fund = {
  /** Full name, and the short one beside the mark. */
  name: string
  shortName: string
  tagline: string
  /** Language of the site (BCP 47). */
  language: string
  /** The text of search results and shared links. */
  description: string
  phone: string
  /** The same number in dialing format (RFC 3966, without `tel:`). */
  phoneDial: string
  emails: { office: string; investors: string; privacy: string }
  address: string[]
  /** The site's name in print, such as 'example.com'. */
  siteLabel: string
  /** The title of the person for calls about the founder's subjects, on buttons. */
  founder: string
  founderPath: string
  /** Whether the contact page offers it. */
  founderTakesCalls: boolean
  minimum: number
  /** Sum being raised now. */
  currentRaise: number
  /** Shortest and longest loan, in months; shortest and longest commitment of an investor, in years. */
  loanMonths: { from: number; to: number }
  commitmentYears: { from: number; to: number }
  /** Payout frequencies; the calculator and new notes offer these, in this order. */
  payouts: readonly ('monthly' | 'quarterly' | 'annually')[]
  /** Hours within which a question is answered; days a review takes. */
  responseHours: number
  reviewDays: { from: number; to: number }
  /** Hours between approval and lending. */
  deploymentHours: { from: number; to: number }
  governingLaw: string
  /** Shown wherever nearby words might be read as an offer. */
  disclaimer: string
  /** The same in one line, for the foot of every page. */
  footnote: string
}

/** The fund's own mark: addresses of two files below public/, each an SVG or a PNG on a transparent ground. */
export type Logo = {
  /** For light paper and for dark. They may be the same. */
  day: `/${string}`
  night: `/${string}`
  /** Its aspect ratio, in any unit. */
  width: number
  height: number
  /** A square one for tabs and home screens, which have the rosette without it. */
  icon?: `/${string}`
  /** Whether the picture contains the fund's name, so that none is set beside it. */
  hasName: boolean
}

/** A person who decides. */
export type Leader = {
  name: string
  role: string
  /** Engraved on the medallion. */
  initials: string
  /**
   * A picture of their signature below public/ (SVG or PNG), in pixels. It's displayed in the text's color: only opaque
   * parts count, so its ground has to be transparent.
   */
  signature?: { path: string; width: number; height: number }
  /** Paragraphs: their background, then their role here. */
  bio: readonly string[]
  /** Their responsibilities in one sentence, for the deck's page with their name and role. */
  inShort: string
}

export type NavigationLink = { label: string; to: string }

export type Home = {
  hero: {
    eyebrow: string
    /** The headline, a line each. */
    headline: string[]
    lead: string
    primary: NavigationLink
    secondary: NavigationLink
    /** Three figures at the foot of the first screen, with their names. */
    figures: { value: string; name: string }[]
    /** Small lettering engraved around the plate. */
    lettering: string
  }
  rates: { heading: string; text: string; caption: string; note: string }
  closing: { heading: string; text: string; afterCall: string; primary: NavigationLink }
}

/** A publisher's finding, on the sign-in page (specification section 3). */
export type Testimonial = {
  id: string
  /** The publisher, and the date of publication. */
  company: string
  /** The publisher's short name, set as an engraved mark; not its own logo. */
  logo: string
  /** A summary in the fund's own words. */
  quote: string
  link: { title: string; href: string }
}

export type Point = { name: string; text: string }

/** Page '/investor-info' (specification section 2). */
export type InvestorInfo = {
  title: string
  description: string
  heading: string
  lead: string
  rates: { heading: string; caption: string; note: string }
  /**
   * `conditions` are shown beside the figures, a paragraph each: assumptions, possible losses, and what the figures
   * aren't.
   */
  calculator: { heading: string; conditions: string[] }
  reasons: { heading: string; entries: Point[]; deck: NavigationLink }
  /** `portal` is for those who have an account; left out by a fund that takes no subscriptions in its portal. */
  closing: { heading: string; action: NavigationLink; portal?: NavigationLink; reassurances: Point[] }
}

/** A note's figures as text: '$430,000', '13%', '$4,658.33' 'each month'. */
export type NoteInWords = { amount: string; years: 1 | 2; rate: string; payment: string; each: string }

/** The words of the calculator (specification sections 2 and 4). */
export type Calculator = {
  /** Its name, for screen readers. */
  label: string
  term: { label: string; options: Record<1 | 2, string> }
  tier: { label: string }
  amount: {
    label: string
    /** `range` has the chosen tier's lowest and highest amount as text, such as '$350,000'. */
    range: (from: string, to: string) => string
    /** The input isn't an amount. */
    unreadable: string
    /** How the amount was changed, by kind; `typed`, `amount` are text, `tier` is a tier's label. */
    changed: Record<
      'reset' | 'limited' | 'rounded',
      (change: { typed: string; amount: string; tier: string; rate: string }) => string
    >
    /** The button for the alternative after a change. */
    other: (choice: { amount: string; rate: string }) => string
  }
  payout: {
    label: string
    options: Record<'monthly' | 'quarterly' | 'annually', string>
    /** After a sum: '$12,500 each month'. */
    each: Record<'monthly' | 'quarterly' | 'annually', string>
  }
  /** The button for browsers without scripts. */
  submit: string
  copy: { label: string; done: string; failed: string }
  figures: { month: string; year: string; total: Record<1 | 2, string>; value: string; rate: string }
  /** After the sum of all payments, beside the inputs on a phone: '$1,300,000 in all'. */
  inAll: string
  /** Beside the rate: the tier's rate for its shorter and its longer term. */
  rateRange: (rate: { min: number; max: number }) => string
  /** A summary sentence, from sums as text such as '$12,500'. Read aloud when it changes. */
  sentence: (note: NoteInWords) => string
  /** The call about a note: the link to it, its page's text, and the prepared message. */
  call: { action: string; about: (note: NoteInWords) => string; change: string; message: (note: NoteInWords) => string }
  chart: { principal: string; start: string; month: string; key: string }
  table: {
    show: string
    caption: string
    interest: string
    principal: string
    payment: string
    total: string
    note: string
  }
}

/** Storage limits, in gigabytes of 1,024 MB. */
export type Quota = {
  /** All documents of a person the fund has accepted. */
  gigabytesPerPerson: number
  /** For all people together whom the fund hasn't accepted yet. */
  gigabytesForGuests: number
  /** Uploads are refused while the store has less free space. */
  gigabytesKeptFree: number
}

/** Why documents are retained after an account's erasure. */
export type RetentionReason = {
  id: string
  documents: 'added-by-fund' | 'added-by-person'
  /** Counted from the day a document was added; from the sale, for evidence of accreditation that a sale relied on. */
  years: number
  /** What is retained, and the law that requires it. */
  name: string
  law: string
}

/** Counsel's decisions about the verification of accreditation. */
export type AccreditationSwitches = {
  /** In cents; fewer owners than `ownersBelow`, all people, count by the person. */
  highMinimum: { personCents: bigint; entityCents: bigint; ownersBelow: number }
  highMinimumOnRenewals: boolean
  fiveYearsAfterHighMinimum: boolean
  earlierForOneSale: boolean
  irrevocableTrustByGrantors: boolean
  solo401kByOwner: boolean
  reviewers: 1 | 2
  saleDays: number
  sensitiveDays: number
  rejectionYears: number
  renewalDays: number
  endsSoonDays: number
}

/**
 * What an investor signs about being accredited. Change `version` with any word: the text is stored with the signature.
 */
export type RepresentationTexts = {
  version: string
  /**
   * Sentences, in order. `{holder}`, `{fund}`, `{category}`, `{cite}`, `{amount}`, `{minimum}`, `{year}` and
   * `{verified}` are filled in. `{each}` starts a sentence about people verified one by one: the holder, 'Jane Doe', or
   * 'Each of Jane Doe and John Doe'.
   */
  everyone: readonly string[]
  /** Added for a method. */
  byMethod: Record<
    'high_minimum' | 'earlier' | 'letter' | 'income' | 'net_worth' | 'license' | 'insider' | 'owners' | 'other',
    readonly string[]
  >
  /** Added for everyone. A holder who hasn’t signed it gets no note by resale. Nothing is filled in. */
  noResale: string
  /** Added for a high minimum that counts the owners one by one. */
  ownersMinimum: string
  last: string
}

/** What a professional signs about an investor. `{investor}` and `{fund}` are filled in. */
export type LetterTexts = {
  statement: string
  /** Who may sign it, after "I am"; one of them is checked. */
  signers: readonly string[]
  reliance: string
}

/** Counsel's decisions about the seal on signed documents. */
export type SealingSwitches = {
  certificateYears: number
  leastDays: number
  timestampAttempts: number
  attempts: number
}
