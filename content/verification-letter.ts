import type { LetterTexts } from './types.ts'

/**
 * The letter by which a professional confirms that an investor is accredited, as the portal makes it to be signed: 17 CFR
 * 230.506(c)(2)(ii)(C), in its own words. Ask your counsel before you change one.
 */
export const verificationLetter: LetterTexts = {
  statement:
    'Within the three months before the date below I have taken reasonable steps to verify that {investor} is an ' +
    'accredited investor, as Rule 501(a) of Regulation D under the Securities Act of 1933 defines it, and I have ' +
    'determined that {investor} is an accredited investor.',
  signers: [
    'a broker-dealer registered with the Securities and Exchange Commission',
    'an investment adviser registered with the Securities and Exchange Commission',
    'an attorney, licensed and in good standing under the laws of the jurisdictions in which I am admitted to practice',
    'a certified public accountant, registered and in good standing under the laws of the place of my residence or principal office',
  ],
  reliance: '{fund} may rely on this letter as a written confirmation under Rule 506(c)(2)(ii)(C) of Regulation D.',
}
