import { fund } from './fund.ts'
import type { PaperlessTexts } from './tax-types.ts'

/**
 * The disclosure before an agreement to paperless tax forms. Each part is required by Publication 1179, section 4.6,
 * and the General Instructions for Certain Information Returns, part M; 26 CFR 31.6051-1(j)(3) is the model. Read in
 * stored copies of 2023 and 2024, and of T.D. 9114. Ask your tax adviser before you change any of it.
 */
export const paperless: PaperlessTexts = {
  version: '2026-1',
  softwareVersion: '1',
  parts: [
    {
      title: 'You can have paper',
      text: 'If you don’t agree, we mail your tax forms on paper, to the address we have for you. It costs nothing.',
    },
    {
      title: 'What you agree to, and for how long',
      text: 'This is about Form 1099-INT, and corrections of it, for every year from now on, until you withdraw it or it ends. It covers the holder named above; you agree for each holder on its own.',
    },
    {
      title: 'How to get paper later',
      text: `You can ask for a paper copy of any form at any time, and still keep paperless forms for the others: write to ${fund.emails.investors} or call ${fund.phone}.`,
    },
    {
      title: 'How to withdraw',
      text: `Withdraw on this page, by e-mail to ${fund.emails.investors}, or in a letter to us. It works from the day we receive it, and we confirm it in writing, with that day. A form that we sent before stays as it was sent.`,
    },
    {
      title: 'When it ends without you',
      text: 'We stop sending paperless forms when you no longer act for the holder, when our e-mail to you comes back, or when a new form needs other software than we name here. Then we mail paper, or ask you again.',
    },
    {
      title: 'If your address changes',
      text: `Change your e-mail address under Settings. Tell us about a new postal address by message, or call ${fund.phone}. If our own address or telephone number changes, we write to you.`,
    },
    {
      title: 'What you need',
      text: 'A current version of Chrome, Edge, Firefox or Safari, your e-mail, and something that shows PDF files. The viewer in your portal does; to print or keep a form, any PDF reader and a printer or disk.',
    },
    {
      title: 'How long forms stay',
      text: 'Each form stays in your portal at least until October 15 of the year in which you get it. Save or print it if you need it longer.',
    },
  ],
  agreement:
    'I’ve opened the sample form in my portal, and I agree to get tax forms for this holder there instead of on paper.',
}
