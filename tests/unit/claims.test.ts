import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codesToNewAddress } from '../../rules/limits.ts'

const security = readFileSync('docs/security.md', 'utf8')
const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => ({ name: join('server', name), text: readFileSync(join('server', name), 'utf8') }))

test('the list of what needs fresh proof is the code’s', () => {
  // The list's wording for each file's claim.
  const said: Record<string, string> = {
    'server/accreditation/binder.ts': 'of the accreditation binder',
    'server/accreditation/review.ts': 'and a verification',
    'server/approvals/approve-batch.ts': "approving another person's request",
    'server/approvals/decide-approval.ts': "approving another person's request",
    'server/audit/export-rows.ts': 'the audit log',
    'server/calendar/addresses.ts': "making a calendar's address",
    'server/delegates/invite-delegate.ts': 'inviting someone to view a holder',
    'server/deliveries/send-delivery.ts': 'a delivery to more than one investor',
    'server/documents/bulk-deletion.ts': 'force delete, of one document or many',
    'server/documents/deletion.ts': 'force delete, of one document or many',
    'server/downloads/serve-bytes.ts': "opening another person's tax document",
    'server/uploads/finish-upload.ts': 'what reaches investors',
    'server/holders/holders.ts': 'asking for a change of who a holder is or how it is paid',
    'server/holders/number-vault.ts': "showing a custodian's account number or a tax number",
    'server/identity/email-change/email-change.ts': 'changing the e-mail address',
    'server/identity/passkeys/add-passkey.ts': 'changes to passkeys and recovery codes',
    'server/identity/passkeys/passkey-recovery.ts': 'asking for them without a passkey',
    'server/identity/passkeys/required-passkey.ts': 'changes to passkeys and recovery codes',
    'server/ledger/journal/journal-exports.ts': 'of the journal with its accruals',
    'server/notes/elections.ts': 'an election at maturity',
    'server/people/account-access.ts': "closing or reopening someone's access and ending their sessions",
    'server/people/data-export.ts': 'the exports of your own data',
    'server/people/erasure.ts': 'erasing an account',
    'server/people/passkey-permit.ts': "a permit for a colleague's passkey",
    'server/people/rights.ts': 'adding or removing administrators and approvers',
    'server/register/accrual.ts': 'of the journal with its accruals',
    'server/runs/recall-documents.ts': 'every recall',
    'server/tax/iris-file.ts': 'of tax forms for the IRS',
    'server/tax/notice-letter.ts': 'of the letter of a B-notice',
    'server/tax/profile-changes.ts': 'entering what a W-9 says',
    'server/tax/tin-matching.ts': 'of tax numbers for TIN Matching',
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
