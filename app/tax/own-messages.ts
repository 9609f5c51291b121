/** Errors of forms that investors see, by code: few, since their pages load them. */
export const ownTaxMessages = {
  TAX_FAILED: 'We couldn’t save this. Nothing has changed. Try again in a moment.',
  TAX_FORM_KIND: 'Choose whether this is a Form W-9 or a Form W-8.',
  TAX_FORM_FILE: 'Upload the signed form as a PDF or a picture first.',
  TAX_FORM_GONE: 'This file can’t be used: it was deleted, or another person uploaded it. Upload the form again.',
  TAX_FORM_MOVED: 'This form has been reviewed or replaced since the page was loaded. Review it again.',
  CONSENT_GONE: 'This has been answered or replaced. Load the page again.',
  CONSENT_WORD: 'That isn’t the word on the sample form. Open the form and look for it again.',
  CONSENT_TRIES: 'That isn’t the word, either. Open the sample form again: it has a new word now.',
  CONSENT_GIVEN: 'You’ve agreed to paperless forms already.',
} as const
