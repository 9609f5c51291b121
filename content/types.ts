/** What an operator writes in this folder, and in which form. Amounts are US dollars, rates per cent a year. */

export type Tier = {
  /** Such as 'Tier 1'. */
  name: string
  /** Lowest and highest amount placed in this tier. */
  from: number
  to: number
  /** The range in words, such as '$200K - $349K'. */
  label: string
  /** Rate of a note of one year, and of two. */
  oneYear: number
  twoYears: number
}

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
  /** Path of the founder's booking page. */
  founderPath: string
  minimum: number
  /** Sum being raised now. */
  currentRaise: number
  /** Shortest and longest loan, in months; shortest and longest commitment of an investor, in years. */
  loanMonths: { from: number; to: number }
  commitmentYears: { from: number; to: number }
  payouts: string[]
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
