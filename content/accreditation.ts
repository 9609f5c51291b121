import type { AccreditationSwitches } from './types.ts'

/**
 * How this fund takes reasonable steps to verify that investors are accredited (Rule 506(c) of Regulation D). Ask your
 * counsel before you change any of it. The methods and their evidence are law, in app/accreditation/.
 */
export const accreditation: AccreditationSwitches = {
  /**
   * The lowest investments that verify by themselves, with representations: SEC staff's letter to Latham & Watkins of
   * March 12, 2025, and C&DI 256.35-36. Lower figures than the letter's are refused by the site's checks.
   */
  highMinimum: { personCents: 200_000_00n, entityCents: 1_000_000_00n, ownersBelow: 5 },
  /**
   * Off, because a renewal brings no new cash, and the letter speaks of an investment that the investor has to pay.
   */
  highMinimumOnRenewals: false,
  /**
   * Off, because 506(c)(2)(ii)(E) asks for an earlier verification "in accordance with (c)(2)(ii)", which lists other
   * methods; whether a high minimum is one of them is arguable. Running it again takes one page.
   */
  fiveYearsAfterHighMinimum: false,
  /**
   * On, because 506(c)(2)(ii)(E) asks for a written representation "at the time of sale": each sale that rests on an earlier
   * verification has its own. Off, one of them serves every sale until five years after that verification.
   */
  earlierForOneSale: true,
  /**
   * Off, because the grantors and beneficiaries of an irrevocable trust aren't its equity owners as a rule, so that (a)(8)
   * doesn't reach it through them (C&DI 255.21; exceptions are narrow). On, it may be accredited through its grantors.
   */
  irrevocableTrustByGrantors: false,
  /**
   * Off, because a self-directed plan is an employee benefit plan, (a)(1), which the letter of March 12, 2025 doesn't name. On,
   * a solo 401(k) is accredited through its owner, as an IRA is.
   */
  solo401kByOwner: false,
  /** Every approval but one that rests on an earlier verification takes two people. */
  reviewers: 2,
  /** An approval for one sale lapses after this many days without it. The law names no figure. */
  saleDays: 90,
  /**
   * Tax forms and credit reports are destroyed this many days after the decision, and unsent uploads this many days
   * after their last change; a certificate stays.
   */
  sensitiveDays: 90,
  /** Years for which the reason of a rejection is retained. */
  rejectionYears: 2,
  /** Days before maturity when we ask for a renewal's requirements, like the notice of maturity. */
  renewalDays: 60,
  /** Days before an approval's end when we send a reminder, if a note matures soon after. */
  endsSoonDays: 30,
}
