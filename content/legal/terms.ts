import { dollars } from '../../rules/number.ts'
import { fund } from '../fund.ts'
import type { LegalDocument } from './types.ts'

/** Terms of Service. Have your own counsel review this text first. */
export const terms: LegalDocument = {
  title: 'Terms of Service',
  description: `The terms for using the ${fund.name} website, document portal and text messages.`,
  effective: 'August 2025',
  lead:
    `These terms are an agreement between you and ${fund.name} (“we”, “us”, the “fund”) about this website and its ` +
    'document portal (the “site”). By using the site, you accept them. If you do not accept them, please do not use ' +
    'the site.',
  sections: [
    {
      id: 'key-terms',
      heading: 'Key terms',
      text: [
        'The site provides information about private lending. It is not an offer to sell securities or a ' +
          'solicitation of an offer to buy them. Offers are made only through the fund’s offering documents, only to ' +
          'accredited investors as defined in Rule 501(a) of Regulation D, and only after we have taken reasonable ' +
          'steps to verify that you are one, as Rule 506(c) requires.',
        [
          '“Note” means a promissory note issued by the fund. Its terms and the subscription agreement govern your ' +
            'investment; where they differ from this site, they prevail.',
          '“Portal” means the part of the site you reach by signing in with a code sent to your e-mail address.',
          `“Minimum investment” means ${dollars(fund.minimum)} unless the offering documents say otherwise.`,
        ],
        'You must be at least 18 years old and able to enter into a contract.',
      ],
    },
    {
      id: 'responsibilities',
      heading: 'Your responsibilities',
      text: [
        'You agree that you will:',
        [
          'give us information that is true and complete, and update it when it changes;',
          'keep your e-mail account secure, since anyone who reads your sign-in codes can open your portal, and tell ' +
            'us immediately if you think someone else has;',
          'upload only files that you have the right to share and that contain no malicious code;',
          'confirm wire instructions by phone, at a number you already know, before you send money;',
          'get your own legal, tax and financial advice before you invest.',
        ],
        'You agree not to try to access another person’s documents, test or circumvent the site’s protections ' +
          'without our written consent, overload the site, copy it by automated means other than for search engines, ' +
          'or use it for anything unlawful.',
      ],
    },
    {
      id: 'intellectual-property',
      heading: 'Intellectual property',
      text: [
        'The text, figures, drawings, video and design of the site belong to the fund or its licensors. You may view ' +
          'them, and print or download copies for your own evaluation and that of your advisers. Any other use ' +
          'requires our written consent.',
        'Files you upload remain yours. You allow us to store, copy and read them as needed to consider, make and ' +
          'service your investment and to meet our legal obligations.',
      ],
    },
    {
      id: 'disclaimers',
      heading: 'Disclaimers',
      text: [
        'Investing in notes is speculative, and notes are not liquid. You can lose money, including your entire ' +
          'investment. A fixed rate states what a note promises to pay; it is not a guarantee, is not insured by the ' +
          'FDIC or any other agency, and depends on borrowers paying the fund. Past performance does not predict ' +
          'future results.',
        'Calculators and examples on the site show arithmetic, not forecasts. Statements about markets give their ' +
          'source and date; we are not responsible for other sites that we link to.',
        'Nothing on the site is investment, legal, tax or accounting advice. The site is provided “as is” and “as ' +
          'available”. To the extent the law permits, we disclaim all warranties, express or implied, including ' +
          'merchantability, fitness for a particular purpose and non-infringement.',
      ],
    },
    {
      id: 'liability',
      heading: 'Limitation of liability',
      text: [
        'To the extent the law permits, neither the fund nor its partners, employees or agents are liable for ' +
          'indirect, incidental, special, consequential or punitive damages, or for lost profits, data or goodwill, ' +
          'that arise from your use of the site. For all claims that arise from the site itself, our liability is ' +
          'limited to $100.',
        'This limit does not apply to what is owed under a note, to fraud or willful misconduct, or to any right under ' +
          'federal or state securities law that cannot be waived. Nothing in these terms waives such a right.',
      ],
    },
    {
      id: 'indemnification',
      heading: 'Indemnification',
      text: [
        'You will indemnify the fund, its partners, employees and agents against third-party claims, and the ' +
          'reasonable costs of defending them, that arise from your breach of these terms, from files you upload, or ' +
          'from your unlawful use of the site. We will notify you promptly of any such claim, and you may take part in ' +
          'its defense.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      text: [
        'We may change the site and these terms. The date at the top shows when the current version took effect. If ' +
          'a change takes away any of your rights, we will announce it on the site, or by e-mail to portal users, at ' +
          'least 14 days in advance. By using the site after that, you accept the change. No change affects a note ' +
          'that has been issued.',
      ],
    },
    {
      id: 'governing-law',
      heading: 'Governing law',
      text: [
        `The laws of the State of ${fund.governingLaw} govern these terms, without regard to its rules on conflicts of ` +
          `law. The state and federal courts in ${fund.governingLaw} have exclusive jurisdiction over disputes about ` +
          'them, unless a law that cannot be waived says otherwise. If a part of these terms cannot be enforced, the ' +
          'rest stays in force.',
      ],
    },
    {
      id: 'sms',
      heading: 'SMS terms',
      text: [
        `If you give us your mobile number and agree to it, ${fund.shortName} may send you text messages about calls ` +
          'you have booked, documents you have requested and questions you have asked us. Consent is not a condition ' +
          'of investing, and we send no marketing by text without a separate consent.',
        [
          'Message frequency depends on what you request. Message and data rates may apply.',
          'Reply STOP to end all messages; you will receive one message to confirm. Reply HELP for help, or call ' +
            `${fund.phone}.`,
          'Carriers are not liable for delayed or undelivered messages.',
          'We do not sell or share mobile numbers or text-message consent with third parties or affiliates for their ' +
            'own marketing.',
        ],
      ],
    },
  ],
}
