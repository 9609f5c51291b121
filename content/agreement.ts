import type { AgreementTexts, DocumentSet } from './agreement-types.ts'

const couple: DocumentSet = {
  capacity: 'Each of the joint holders signs for themselves, and both hold the note together as titled.',
  papers: [],
}
const trust: DocumentSet = {
  capacity:
    'A person who signs for the trust is its trustee, and may bind it alone or together with the others who sign.',
  papers: ['Certificate of trust'],
}
const company = (papers: readonly string[]): DocumentSet => ({
  capacity: 'A person who signs for the company is authorized to bind it by its governing documents.',
  papers,
})

/** The subscription agreement. All of it is counsel's [C]: the texts are samples, to be replaced before the first sale. */
export const agreement: AgreementTexts = {
  version: '2026-12',
  title: 'Subscription agreement',
  opening: [
    '{investor} (the investor) subscribes to a promissory note of {fund} (the fund) in the offering {offering}, on the terms below.',
    'The fund is bound once it has countersigned. Until then, the investor may withdraw at any time.',
  ],
  clauses: [
    {
      heading: 'Accredited investor',
      text: 'The investor is an accredited investor under Rule 501(a) of Regulation D, and tells the fund of any change before it countersigns.',
    },
    {
      heading: 'Own account',
      text: 'The investor buys the note for their own account, and not to resell it. It isn’t registered under the Securities Act of 1933, and can’t be sold without registration or an exemption.',
    },
    {
      heading: 'Disclosure and risk',
      text: 'The investor has received and read the offering’s memorandum and every supplement published before signing, has been able to ask questions, and can bear the loss of the whole investment.',
    },
    {
      heading: 'Payment',
      text: 'The investor pays the principal in one wire once the fund has countersigned, by the instructions shown in the portal and nowhere else. Interest runs from the day the funds arrive.',
    },
    {
      heading: 'The note',
      text: 'Once the funds have arrived, the fund issues the note with its dates, signs it, and confirms it in writing. The note says what this agreement says, with its dates.',
    },
  ],
  // [C] Long enough for a verification by two people, short enough for rates to change every quarter.
  quoteDays: 30,
  lapsingDays: 3,
  // [C] Certificates of trust and governing documents prove who may sign; a custodian acts only on a direction letter.
  kinds: {
    individual: { capacity: 'The investor signs for themselves.', papers: [] },
    joint_jtwros: couple,
    joint_tic: couple,
    joint_community: couple,
    revocable_trust: trust,
    irrevocable_trust: trust,
    llc: company(['Operating agreement']),
    lp: company(['Partnership agreement']),
    corporation: company(['Board resolution']),
    sdira: {
      capacity:
        'The owner of the account has read and approved this agreement. The custodian signs for the account, which alone holds the note.',
      papers: ['Direction letter to the custodian'],
      custodianSigns: true,
    },
    solo_401k: {
      capacity: 'A person who signs for the plan is its trustee, and the plan alone holds the note.',
      papers: ['Plan adoption agreement'],
    },
  },
}
