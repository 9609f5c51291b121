import { correctionReasonLength, filingReasonLength, receiptLength } from './form-1099-int.ts'
import { ownTaxMessages } from './own-messages.ts'
import { nameLineLength, returnReasonLength } from './profile.ts'

/** Errors about taxes, by code. */
export const taxMessages = {
  ...ownTaxMessages,
  LOAD_TAX_FAILED: 'We couldn’t load this. Try again in a moment.',
  TAX_RETURN_REASON: `Say what is missing, in at most ${returnReasonLength} characters.`,
  TAX_NAME: `Enter line 1 of the form exactly as it is written, in at most ${nameLineLength} characters.`,
  TAX_NAME_LONG: `Line 2 has more than ${nameLineLength} characters.`,
  TAX_NAME_UNLIKE:
    'Line 1 isn’t this holder’s title. Compare both: if the form is this holder’s all the same, confirm that below.',
  TAX_CLASSIFICATION: 'Choose the classification that line 3a of the form has.',
  TAX_EXEMPT: 'An exempt payee code is a number from 1 to 13. Leave it empty if line 4 has none.',
  TAX_VALIDATION:
    'After a second B-notice a new W-9 isn’t enough. Choose what proves the number: a copy of the Social Security card, or the IRS’s letter 147C.',
  TAX_FORM_STAYS:
    'One of these is a tax form: a W-9 that was sent for review stays in its sender’s own folder, since it shows a whole tax number, and a Form 1099-INT stays with its holder. Leave it out.',
  TIN_KIND: 'Choose what kind of number it is.',
  TIN_REQUIRED: 'Enter the tax number that the form has.',
  TIN_LENGTH: 'A tax number has nine digits.',
  TIN_SSN_AREA: 'No Social Security number begins with 000 or 666. Compare it with the form.',
  TIN_SSN_NINE: 'No Social Security number begins with 9. It may be an ITIN: then choose that.',
  TIN_SSN_ZEROS: 'No Social Security number has 00 in the middle or 0000 at the end. Compare it with the form.',
  TIN_ITIN_RANGE:
    'An ITIN begins with 9, and its fourth and fifth digits are 50 to 65, 70 to 88, 90 to 92 or 94 to 99. Compare it with the form.',
  TIN_EIN_PREFIX: 'No EIN begins with 00. Compare it with the form.',
  TIN_KEY_MISSING:
    'Tax numbers are kept encrypted, and this site can’t encrypt yet. Ask the person who runs its server to turn that on (VAULT_KEY).',
  TIN_FILE: 'Choose the file that the IRS returned: a text file with a line for each number.',
  TIN_NONE_TO_MATCH: 'There is no tax number to match: each has been matched, or needs a form.',
  NOTICE_DAY: 'Enter the day on the IRS’s notice, and the day it arrived; neither can be ahead.',
  NOTICE_TWICE: 'A B-notice of that calendar year has been recorded already, and isn’t counted twice.',
  NOTICE_NUMBER: 'There is no tax number on file for this holder, so the IRS’s notice can’t be about it.',
  NOTICE_GONE: 'This B-notice was withdrawn, or another one followed it.',
  NOTICE_BUSY: 'A letter is being made for you, or many are waiting. Try again in {wait}.',
  TAX_YEAR: 'Choose a year.',
  TAX_YEAR_OPEN: 'This year isn’t over. Its forms can be made from January 1 on.',
  TAX_RUN_EXISTS: 'This year’s forms already exist. Correct a form that is wrong.',
  TAX_NOBODY: 'No interest was paid in this year.',
  TAX_PAYER:
    'The fund’s EIN isn’t known here, and every form has it. Ask the person who runs the server to enter it (content/tax.ts).',
  TAX_RUN_STATE: 'These forms have changed since the page was loaded. Review them again.',
  TAX_RUN_PROBLEM: 'A form can’t be made yet. Correct what is named below, and prepare them again.',
  TAX_RUN_UNPREPARED: 'The forms are being prepared. Wait until all are ready.',
  TAX_RUN_STALE:
    'The ledger, a holder’s details or a tax form has changed since these were prepared. Prepare them again, and review the differences.',
  TAX_NO_FORMS: 'No payee gets a form, so there is nothing to furnish.',
  TAX_FILED: 'These forms have been filed already, and a year is filed once. A form that is wrong is corrected.',
  TAX_FILED_DAY: 'Enter the day on which the IRS took them: after the year’s end, and not ahead.',
  TAX_RECEIPT: `Enter the IRS’s receipt, in at most ${receiptLength} characters.`,
  TAX_FORMS_DIFFER:
    'A form and the ledger differ: the page of these forms names the payees. Correct them first, or request the filing with the reason why they differ.',
  TAX_FILING_REASON: `Say why the forms are filed all the same, in at most ${filingReasonLength} characters.`,
  TAX_CORRECTION_REASON: `Say what is corrected, in at most ${correctionReasonLength} characters.`,
  TAX_CORRECTION_OPEN: 'A form of this holder and year is being prepared already. Furnish that one first.',
  TAX_CORRECTED: 'This form has been corrected already. Correct the newer one.',
  TAX_CORRECTION_BY_HAND:
    'Corrections are entered in the IRS’s portal, at the form that was filed: there is no file of them.',
  TAX_COPY_REASON: 'Choose why a printed copy is mailed.',
  TAX_COPY_GONE: 'This copy no longer needs mailing: it’s recorded as mailed, or it went to the portal.',
  TAX_DEPOSIT_YEAR: 'Choose the year that the deposit is for: the one of its day, or the one before.',
  TAX_DEPOSIT_OVER: 'This is more than what is left to deposit. If it’s what happened, confirm it, and submit again.',
  TAX_DEPOSIT_TWICE: 'This deposit has been recorded already: same year, day, amount and reference.',
  TAX_DEPOSIT_CHANGED: 'What is left to deposit has changed since this was submitted. Reject it and submit it again.',
  TAX_DEPOSIT_GONE: 'This deposit has been reversed already.',
} as const
