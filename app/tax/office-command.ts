import { taxMessages } from './messages.ts'

/** What commands of the office about taxes have in common. */
export const aboutTaxes = { by: 'administrator', failed: taxMessages.TAX_FAILED } as const

/** The same, where nothing happens until a second person approves. */
export const submittedAboutTaxes = {
  ...aboutTaxes,
  takesTwo: true,
  busy: 'Submitting…',
  notice: 'Submitted for approval by a second person.',
} as const
