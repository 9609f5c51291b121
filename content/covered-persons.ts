import type { CoveredPersonsSettings } from './covered-persons-types.ts'

/**
 * The register of covered persons, and what they answer (17 CFR 230.506(d), "bad actors"). [C] marks counsel's decisions.
 * Ask your counsel before you change a word of a question, and change the version with it.
 */
export const coveredPersons: CoveredPersonsSettings = {
  // [C] On: without a current register no one can show the reasonable care of 506(d)(2)(iv). The first person entered makes
  // it bind, so that a fund that sold before it had the register goes on until then.
  requireCoveredPersons: true,
  // [C] In a continuous or long-lived offering the inquiry has to be updated "periodically through bring-down" (SEC, C&DI
  // 260.14), which names no figure.
  bringDownMonths: 12,
  // Time to answer, and for two people to decide on a positive answer.
  remindDays: 30,
  // [C] As long as a purchaser may sue, with a margin.
  keepYears: 10,
  version: '2026-1',
  questions: {
    i: 'Within the past ten years (five years for the issuer, its predecessors and affiliated issuers), have you been convicted of any felony or misdemeanor in connection with the purchase or sale of any security, involving the making of any false filing with the SEC, or arising out of the conduct of the business of an underwriter, broker, dealer, municipal securities dealer, investment adviser or paid solicitor of purchasers of securities?',
    ii: 'Are you subject to any order, judgment or decree of any court, entered within the past five years, that now restrains or enjoins you from engaging in any conduct or practice in connection with the purchase or sale of any security, involving the making of any false filing with the SEC, or arising out of the conduct of a business named in question (i)?',
    iii: 'Are you subject to a final order of a state securities commission, a state authority that supervises or examines banks, savings associations or credit unions, a state insurance commission, an appropriate federal banking agency, the CFTC or the National Credit Union Administration that now bars you from association with an entity it regulates, or from the business of securities, insurance, banking, savings associations or credit unions; or that is based on a violation of a law or regulation that prohibits fraudulent, manipulative or deceptive conduct, and was entered within the past ten years?',
    iv: 'Are you subject to an order of the SEC under section 15(b) or 15B(c) of the Securities Exchange Act, or section 203(e) or (f) of the Investment Advisers Act, that now suspends or revokes your registration as a broker, dealer, municipal securities dealer or investment adviser, limits your activities, functions or operations, or bars you from association with any entity or from an offering of penny stock?',
    v: 'Are you subject to any order of the SEC, entered within the past five years, that now orders you to cease and desist from committing or causing a violation of a scienter-based anti-fraud provision of the federal securities laws, or of section 5 of the Securities Act?',
    vi: 'Are you suspended or expelled from membership in, or suspended or barred from association with a member of, a registered national securities exchange, or a registered national or affiliated securities association, for conduct inconsistent with just and equitable principles of trade?',
    vii: 'Have you filed as a registrant or issuer, or been named as an underwriter in, a registration statement or Regulation A offering statement that within the past five years was the subject of a refusal order, a stop order, or an order suspending the Regulation A exemption, or that is now the subject of an investigation or proceeding to determine whether such an order should be issued?',
    viii: 'Are you subject to a United States Postal Service false representation order entered within the past five years, or now to a temporary restraining order or preliminary injunction about conduct alleged by the Postal Service to be a scheme for obtaining money or property through the mail by false representations?',
  },
  declaration:
    '{name} ({capacity}) is a covered person of {fund} under 17 CFR 230.506(d)(1). These answers are true and complete to the best of my knowledge after reasonable inquiry. I include events before September 23, 2013, which 506(e) may require to be disclosed. I will tell {fund} at once if any answer changes, and understand that {fund} relies on them in each sale.',
  bringDown:
    '{name} ({capacity}) is a covered person of {fund} under 17 CFR 230.506(d)(1). I have read the questionnaire of {day} again. Nothing has changed since: each answer in it is true and complete today, to the best of my knowledge after reasonable inquiry. I will tell {fund} at once if any answer changes.',
}
