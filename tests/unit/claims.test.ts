import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codesToNewAddress } from '../../rules/limits.ts'
import { serverModules } from '../helpers/server-modules.ts'

const security = readFileSync('docs/security.md', 'utf8')
const sources = serverModules().map(name => ({ name, text: readFileSync(name, 'utf8') }))

test('the list of what needs fresh proof is the code’s', () => {
  // The list's wording for each file's claim.
  const said: Record<string, string> = {
    'app/accreditation/server/binder.ts': 'of the accreditation binder',
    'app/accreditation/server/review.ts': 'and a verification',
    'app/accreditation/server/sign.ts': 'signing statements about accreditation',
    'app/approvals/server/approve-batch.ts': "approving another person's request",
    'app/approvals/server/decide-approval.ts': "approving another person's request",
    'app/audit/server/export-rows.ts': 'the audit log',
    'app/calendar/server/addresses.ts': "making a calendar's address",
    'app/covered-persons/server/change-register.ts': 'changing their register',
    'app/covered-persons/server/decide-questionnaire.ts': 'submitting a decision on an answer',
    'app/covered-persons/server/own-questionnaires.ts': 'signing a questionnaire of covered persons',
    'app/delegates/server/invite-delegate.ts': 'inviting someone to view a holder',
    'app/deliveries/server/send-delivery.ts': 'a delivery to more than one investor',
    'app/documents/server/bulk-deletion.ts': 'force delete, of one document or many',
    'app/documents/server/deletion.ts': 'force delete, of one document or many',
    'app/downloads/server/serve-bytes.ts': "opening another person's tax document",
    'app/holders/server/holders.ts': 'asking for a change of who a holder is or how it is paid',
    'app/holders/server/number-vault.ts': "showing a custodian's account number or a tax number",
    'app/identity/server/email-change/email-change.ts': 'changing the e-mail address',
    'app/identity/server/passkeys/add-passkey.ts': 'changes to passkeys and recovery codes',
    'app/identity/server/passkeys/passkey-recovery.ts': 'asking for them without a passkey',
    'app/identity/server/passkeys/required-passkey.ts': 'changes to passkeys and recovery codes',
    'app/ledger/server/journal/journal-exports.ts': 'of the journal with its accruals',
    'app/notes/server/elections.ts': 'an election at maturity',
    'app/people/server/account-access.ts': "closing or reopening someone's access and ending their sessions",
    'app/people/server/data-export.ts': 'the exports of your own data',
    'app/people/server/erasure.ts': 'erasing an account',
    'app/people/server/passkey-permit.ts': "a permit for a colleague's passkey",
    'app/people/server/rights.ts': 'adding or removing administrators and approvers',
    'app/register/server/accrual.ts': 'of the journal with its accruals',
    'app/runs/server/recall-documents.ts': 'every recall',
    'app/sealing/server/bring-certificate.ts': 'bringing a certificate for the seal, having one made',
    'app/sealing/server/revoke-certificate.ts': 'and revoking one',
    'app/signing/server/countersign.ts': 'or, for the fund, countersigning',
    'app/signing/server/sign-envelope.ts': 'and an envelope',
    'app/subscriptions/server/offerings.ts': 'asking to open an offering, and publishing its disclosures',
    'app/tax/server/iris-file.ts': 'of tax forms for the IRS',
    'app/tax/server/notice-letter.ts': 'of the letter of a B-notice',
    'app/tax/server/profile-changes.ts': 'entering what a W-9 says',
    'app/tax/server/tin-matching.ts': 'of tax numbers for TIN Matching',
    'app/wire-instructions/server/own-wire.ts': 'seeing wire instructions',
    'app/wire-instructions/server/wire-openings.ts': 'showing them to the holder of a note, and the six words',
    'app/wire-instructions/server/wire-versions.ts': 'asking for new wire instructions',
  }
  const asking = sources
    .filter(
      ({ text }) =>
        /await (?:require|has)FreshProof\(|before: requireFreshProof\b/.test(text) &&
        !/ function \w+FreshProof/.test(text),
    )
    .map(({ name }) => name)
  expect(asking.toSorted()).toEqual(Object.keys(said).toSorted())
  const [paragraph = ''] = /\*\*Fresh proof\.\*\*.*/.exec(security) ?? []
  for (const phrase of Object.values(said)) expect(paragraph).toContain(phrase)
})

test('the inventory of keys names every use that the code derives one for, and no other', () => {
  const used = sources.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:keyedHash|derivedSecret|seal|deriveKey)\((?:secret, )?'([^']+)'/g)].map(([, use]) => use),
  )
  const table = security.split('## Cryptography')[1]?.split('\n## ')[0] ?? ''
  const named = [...table.matchAll(/secret \(([^)]+)\)/g)].flatMap(([, uses = '']) =>
    [...uses.matchAll(/`([^`]+)`/g)].map(([, use]) => use),
  )
  expect(named.toSorted()).toEqual([...new Set(used)].toSorted())
})

test('every chapter of ASVS 5.0 has its verdict', () => {
  const chapters = [...security.matchAll(/^\*\*V(\d+) [^:*]+: [^*]+\*\*/gm)].map(([, number]) => Number(number))
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, at) => at + 1))
})

test('figures that the text repeats are those of the rules', () => {
  expect(security).toContain(`\`codesToNewAddress\` = ${codesToNewAddress} more`)
})
