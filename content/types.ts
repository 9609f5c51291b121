/** What an operator writes in this folder, and in which form. Amounts are US dollars, rates percent a year. */

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
  /** How often interest can be paid, where this tier has fewer ways than `payouts` of fund.ts. */
  payouts?: Fund['payouts']
}

/** The tiers, lowest first: at least one. */
export type Tiers = readonly [Tier, ...Tier[]]

export type Fund = {
  /** Full name, and the one that stands beside the mark. */
  name: string
  shortName: string
  tagline: string
  /** Language of the site (BCP 47). */
  language: string
  /** What a search engine and a shared link say. */
  description: string
  phone: string
  /** The same number as a telephone takes it (RFC 3966, without `tel:`). */
  phoneDial: string
  emails: { office: string; investors: string; privacy: string }
  address: string[]
  /** The site's name as it is printed on paper, such as 'example.com'. */
  siteLabel: string
  /** Who takes calls about what only they can answer: their title, as buttons have it. */
  founder: string
  /** Path of the founder's booking page. */
  founderPath: string
  /** Whether the contact page offers it. */
  founderTakesCalls: boolean
  minimum: number
  /** Sum being raised now. */
  currentRaise: number
  /** Shortest and longest loan, in months; shortest and longest commitment of an investor, in years. */
  loanMonths: { from: number; to: number }
  commitmentYears: { from: number; to: number }
  /** How often interest can be paid; the calculator and new notes offer these, in this order. */
  payouts: readonly ('monthly' | 'quarterly' | 'annually')[]
  /** Hours within which a question is answered; days a review takes. */
  responseHours: number
  reviewDays: { from: number; to: number }
  /** Hours between approval and the day the money is lent. */
  deploymentHours: { from: number; to: number }
  governingLaw: string
  /** Stands wherever an offer might be read into the words beside it. */
  disclaimer: string
  /** The same in a line, for the foot of every page. */
  footnote: string
}

/** A mark of the fund's own: addresses of two files below public/, each an SVG or a PNG on a transparent ground. */
export type Logo = {
  /** What can be seen on light paper, and what on dark. They may be the same. */
  day: `/${string}`
  night: `/${string}`
  /** Its shape, in any unit. */
  width: number
  height: number
  /** A square one for tabs and home screens, which keep the rosette without it. */
  icon?: `/${string}`
  /** Whether the picture has the fund's name in letters, so that none is set beside it. */
  hasName: boolean
}

/** Somebody who decides. */
export type Leader = {
  name: string
  role: string
  /** Engraved on the medallion. */
  initials: string
  /**
   * A picture of their signature below public/ (SVG or PNG), in pixels. It's displayed in the color of the text: only where
   * it is opaque counts, so its ground has to be transparent.
   */
  signature?: { path: string; width: number; height: number }
  /** Paragraphs: where they come from, then what they do here. */
  bio: readonly string[]
  /** What they answer for, in one sentence: the deck's page about them takes it with their name and role. */
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
    /** Three figures at the foot of the first screen, with what they are. */
    figures: { value: string; name: string }[]
    /** Small lettering engraved around the plate. */
    lettering: string
  }
  rates: { heading: string; text: string; caption: string; note: string }
  closing: { heading: string; text: string; afterCall: string; primary: NavigationLink }
}

/** What a publisher of research has found, on the sign-in page (specification section 3). */
export type Testimonial = {
  id: string
  /** The publisher, and when it was published. */
  company: string
  /** The publisher's short name, set as an engraved mark; not its logo, which is its own. */
  logo: string
  /** A summary in the fund's own words. */
  quote: string
  link: { title: string; href: string }
}

/** A point made: its name, and what is behind it. */
export type Point = { name: string; text: string }

/** Page '/investor-info' (specification section 2). */
export type InvestorInfo = {
  title: string
  description: string
  heading: string
  lead: string
  rates: { heading: string; caption: string; note: string }
  /** `conditions` stand beside the figures, a paragraph each: what they assume, what can be lost, what they are not. */
  calculator: { heading: string; conditions: string[] }
  reasons: { heading: string; entries: Point[]; deck: NavigationLink }
  closing: { heading: string; action: NavigationLink; reassurances: Point[] }
}

/** A note's figures, written out: '$430,000', '13%', '$4,658.33' 'each month'. */
export type NoteInWords = { amount: string; years: 1 | 2; rate: string; payment: string; each: string }

/** The words of the calculator (specification sections 2 and 4). */
export type Calculator = {
  /** What it is, for screen readers. */
  label: string
  term: { label: string; options: Record<1 | 2, string> }
  tier: { label: string }
  amount: {
    label: string
    /** `range` names the lowest and highest amount of the tier chosen, written out such as '$350,000'. */
    range: (from: string, to: string) => string
    /** What was typed isn't an amount. */
    unreadable: string
    /** What was changed about an amount, by kind; `typed`, `amount` are written out, `tier` is a tier's label. */
    changed: Record<
      'reset' | 'limited' | 'rounded',
      (change: { typed: string; amount: string; tier: string; rate: string }) => string
    >
    /** The button that makes the other choice after a change. */
    other: (choice: { amount: string; rate: string }) => string
  }
  payout: {
    label: string
    options: Record<'monthly' | 'quarterly' | 'annually', string>
    /** After a sum: '$12,500 each month'. */
    each: Record<'monthly' | 'quarterly' | 'annually', string>
  }
  /** The button of those whose browser runs no scripts. */
  submit: string
  copy: { label: string; done: string; failed: string }
  figures: { month: string; year: string; total: Record<1 | 2, string>; value: string; rate: string }
  /** After the sum of all payments, beside the inputs on a phone: '$1,300,000 in all'. */
  inAll: string
  /** Beside the rate: what the tier pays at its shorter and its longer term. */
  rateRange: (rate: { min: number; max: number }) => string
  /** All of it in a sentence, from sums already written out such as '$12,500'. Read aloud when it changes. */
  sentence: (note: NoteInWords) => string
  /** The call about a note: the link to it, what its page says, and the message that is ready to send. */
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

/** How much may be stored, in gigabytes of 1,024 MB. */
export type Quota = {
  /** All documents of a person the fund has accepted. */
  gigabytesPerPerson: number
  /** For everyone together whom nobody of the fund has accepted yet. */
  gigabytesForGuests: number
  /** Uploads are refused while the store has less free space. */
  gigabytesKeptFree: number
}

/** Why documents are kept after an account was erased. */
export type RetentionReason = {
  id: string
  documents: 'added-by-fund' | 'added-by-person'
  /** Counted from the day a document was added; from the sale, for evidence of accreditation that a sale relied on. */
  years: number
  /** What is kept, and which law demands it. */
  name: string
  law: string
}

/** How accreditation is verified: what the fund's counsel decides. */
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

/** What an investor signs about being accredited. Change `version` with any word: the text is kept with the signature. */
export type RepresentationTexts = {
  version: string
  /**
   * Sentences, in their order. `{holder}`, `{fund}`, `{category}`, `{cite}`, `{amount}`, `{minimum}`, `{year}` and
   * `{verified}` are filled in. `{each}` begins a sentence about those who are verified one by one: the holder, 'Jane
   * Doe', or 'Each of Jane Doe and John Doe'.
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
  /** Who may sign it, after "I am"; one of them is ticked. */
  signers: readonly string[]
  reliance: string
}
