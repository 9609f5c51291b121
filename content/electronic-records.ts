import type { ConsentTexts } from './consent-types.ts'
import { fund } from './fund.ts'

/**
 * [C] The disclosure before an agreement to electronic records and signatures. Each part is required by 15 USC
 * 7001(c)(1)(B) and (C); access is shown as (C)(ii) demands. A new version ends earlier consents for whatever is signed
 * from then on, and asks again, as (D) demands where other software is needed. Ask your counsel before you change any of it.
 */
export const electronicRecords: ConsentTexts = {
  version: '2026-2',
  parts: [
    {
      title: 'You can have paper',
      text: 'You don’t have to sign electronically. If you don’t agree, we send what there is to sign on paper, to the address we have for you, and it costs nothing.',
    },
    {
      title: 'What you agree to, and for how long',
      text: 'You sign in this portal, and get what you’ve signed here, for every account that you sign for: statements about accreditation, documents and agreements that we send you to sign in the portal, and questionnaires of covered persons. It counts until you withdraw it, or until we ask again.',
    },
    {
      title: 'How to withdraw, and what follows',
      text: `Withdraw on this page, by e-mail to ${fund.emails.investors}, or in a letter to us. It works from the day we receive it, costs nothing, and we confirm it in writing. What you’ve signed before stays valid. What is unsigned then comes on paper, which can take longer.`,
    },
    {
      title: 'How to get a paper copy',
      text: `You can ask for a paper copy of anything you’ve signed at any time, at no cost: write to ${fund.emails.investors} or call ${fund.phone}.`,
    },
    {
      title: 'What you need',
      text: 'A current version of Chrome, Edge, Firefox or Safari, your e-mail, and something that shows PDF files. The viewer in your portal does; to print or keep a document, any PDF reader and a printer or disk.',
    },
    {
      title: 'If what you need changes',
      text: 'If a document needs other software than we name here, we tell you first, and ask you again. You can withdraw then, too, at no cost.',
    },
    {
      title: 'If your address changes',
      text: `Change your e-mail address under Settings. Tell us about a new postal address by message, or call ${fund.phone}.`,
    },
  ],
  agreement:
    'I’ve opened the sample in my portal. I agree to sign and to get documents there instead of on paper, and that my typed name is my signature.',
}
