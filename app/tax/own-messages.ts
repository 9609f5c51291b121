/** Errors of forms that investors see, by code: few, since their pages load them. */
export const ownTaxMessages = {
  TAX_FAILED: 'We couldn’t save this. Nothing has changed. Try again in a moment.',
  TAX_FORM_KIND: 'Choose whether this is a Form W-9 or a Form W-8.',
  TAX_FORM_FILE: 'Upload the signed form as a PDF or a picture first.',
  TAX_FORM_GONE: 'This file can’t be used: it was deleted, or another person uploaded it. Upload the form again.',
  TAX_FORM_MOVED: 'This form has been reviewed or replaced since the page was loaded. Review it again.',
} as const
