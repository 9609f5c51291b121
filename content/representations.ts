import type { RepresentationTexts } from './types.ts'

/** Ask your counsel before you change a word, and change the version with it. */
export const representations: RepresentationTexts = {
  version: '2026-11-4',
  everyone: [
    '{holder} is an accredited investor as Regulation D of the Securities and Exchange Commission defines it: {category}.',
    '{holder} invests {amount} in a note of {fund}, for no one else’s account.',
  ],
  byMethod: {
    high_minimum: [
      'The minimum of {minimum} for this investment is not financed, in whole or in part, by any third party for the specific purpose of making this investment.',
    ],
    earlier: [
      '{fund} verified on {verified} that {holder} is an accredited investor. {holder} still is, and knows of nothing that has changed that.',
    ],
    letter: [
      'Each letter sent with this was written for the person or entity it names, and {holder} knows of nothing that has changed since.',
    ],
    income: [
      'The forms sent with this are those filed with the IRS. {each} reasonably expects to reach the same level of income in {year}.',
    ],
    net_worth: [
      'All liabilities needed to determine the net worth are disclosed in what is sent with this. The home is not counted, nor is a mortgage on it up to its value.',
    ],
    license: ['Each license sent with this is active and in good standing.'],
    insider: ['{each} is a director, executive officer or general partner of {fund} today.'],
    owners: [
      'The list of owners sent with this names every owner, and what is sent for each of them is true and complete.',
      'Every owner whose income is shown reasonably expects to reach the same level of income in {year}. For every owner whose net worth is shown, all liabilities are disclosed, and the home is not counted.',
    ],
    other: ['The documents sent with this are true and complete.'],
  },
  // [C] Notes are restricted securities (17 CFR 230.144(a)(3), 230.502(d)): buyers by resale sign it, too.
  noResale:
    'The note is acquired as an investment, and not to be resold or distributed. It is a restricted security, and moves to another holder only on the issuer’s register.',
  ownersMinimum:
    'Neither the investment nor any owner’s minimum investment in {holder} is financed by a third party for the specific purpose of making this investment.',
  last: 'I am authorized to make these statements. I understand that {fund} relies on them, and I will tell {fund} if any of them stops being true before the investment is made.',
}
