import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invitationMail } from '../../app/delegates/server/delegate-mail.ts'
import { noPortalMail } from '../../app/identity/server/sign-up.ts'
import { callMailToVisitor, cancellationToVisitor } from '../../app/leads/server/call-mail.ts'
import { receiptToVisitor } from '../../app/leads/server/visitor-message-mail.ts'
import { answerToVisitor } from '../../app/messages/server/visitor-answer-mail.ts'
import { welcomeMail } from '../../app/people/server/welcome-mail.ts'
import type { Message } from '../../server/mail/message.ts'
import { serverModules } from '../helpers/server-modules.ts'

type Reader = 'member' | 'fund' | 'anyone'

/**
 * Every mail: who may read it (`anyone`: an address that someone typed, which needn't be its owner), and the words of
 * investors and visitors in it. To anyone there are none; a mail that is added has to be named.
 */
const mails: Record<string, [Reader, words?: string]> = {
  addressTakenMail: ['anyone'],
  answerToVisitor: ['anyone'],
  auditHeadMail: ['fund'],
  callMailToFund: ['fund', 'a visitor’s name, address, number and message'],
  callMailToVisitor: ['anyone'],
  cancellationToVisitor: ['anyone'],
  changeNoticeToNewAddress: ['anyone'],
  changeNoticeToOldAddress: ['member', 'a part of the new address'],
  codeMail: ['anyone'],
  codeToCurrentAddress: ['member'],
  codeToNewAddress: ['anyone'],
  approverMail: ['fund', 'the name and address of who can decide'],
  deliveryPendingMail: ['fund'],
  digestMail: ['member', 'names of documents, where the reader wants them'],
  hitMail: ['fund'],
  infectedMailToAdministrator: ['fund', 'a file’s name and its uploader’s address'],
  infectedMailToUploader: ['member'],
  invitationMail: ['anyone'],
  letter: ['anyone'],
  listMail: ['member'],
  mail: ['member'],
  soleApproverMail: ['fund', 'the address of a colleague, and why one person is enough'],
  messageToFund: ['fund', 'a visitor’s name, address, number and message'],
  newDeviceMail: ['member'],
  noPortalMail: ['anyone'],
  noteCanceledMail: ['fund'],
  notice: ['member', 'the name of their own passkey'],
  passkeyNotice: ['member', 'the name of their own passkey'],
  passkeyResetNotice: ['member'],
  permitNotice: ['member', 'a colleague’s address'],
  permitReceipt: ['fund', 'a colleague’s address'],
  plainMail: ['anyone'],
  portalLetter: ['member'],
  proofCodeMail: ['member'],
  receiptToVisitor: ['anyone'],
  recoveryNotice: ['anyone'],
  recoveryStoppedNotice: ['anyone'],
  reissueMail: ['fund', 'the address of a colleague'],
  reminderMail: ['fund'],
  reportNoticeToFund: ['fund', 'both addresses'],
  restoreCodeMail: ['anyone'],
  restoreNotice: ['anyone'],
  signInAlarmMail: ['fund'],
  signInCodeMail: ['anyone'],
  toVisitor: ['anyone'],
  welcomeMail: ['anyone'],
}

test('every mail has its row, and those to anyone have nobody’s words', () => {
  const made = serverModules().flatMap(name =>
    [
      ...readFileSync(name, 'utf8').matchAll(
        /function (\w+)\([^{}]*?(?:\{[^{}]*\}[^{}]*?)*?\): (?:Promise<)?Message\b(?!\[)/g,
      ),
    ].flatMap(([, made = '']) => (made === 'invitation' ? [] : [made])),
  )
  expect([...new Set(made)].sort()).toEqual(Object.keys(mails).sort())
  for (const [name, [reader, words]] of Object.entries(mails))
    if (reader === 'anyone') expect(words, name).toBeUndefined()
})

test('the demo shows every kind of mail once, and of those that are parts of others the whole', () => {
  const shown = readFileSync('server/demo/sample-mails.ts', 'utf8')
  // What makes others, and the identity's `mail`, which is imported by another name.
  const parts = ['codeMail', 'letter', 'mail', 'notice', 'plainMail', 'toVisitor']
  expect(Object.keys(mails).filter(name => !parts.includes(name) && !new RegExp(`\\b${name}\\(`).test(shown))).toEqual(
    [],
  )
})

const said = 'Your wire was recalled, confirm at https://larkstone-verify.evil.example/login or call (555) 010-9999'
const evil = /evil|555\) 010|recalled/
const call = {
  id: '00000000-0000-4000-8000-000000000000',
  calendar: 'team',
  kind: 'phone',
  name: said,
  email: 'victim@bank.example',
  phone: '(555) 010-9999',
  message: said,
  time_zone: 'UTC',
  starts_at: new Date('2026-12-01T15:00:00Z'),
  ends_at: new Date('2026-12-01T15:30:00Z'),
  sequence: 0,
  cancelled_at: null,
} as const
const to = 'victim@bank.example'
const requested = { email: to, sentAt: new Date(), call: null, callStartsAt: null, timeZone: null }

test.each<[string, Message]>([
  ['an invitation', invitationMail(to, { holder: 'Marsh Trust', kind: 'accountant', origin: 'https://fund.example' })],
  ['a receipt', receiptToVisitor(to)],
  ['a booked call', callMailToVisitor(call, 'booked', 'https://fund.example/call#x', 'x')],
  ['a moved call', callMailToVisitor(call, 'moved', 'https://fund.example/call#x', 'x')],
  ['a canceled call', cancellationToVisitor(call, '', 'https://fund.example/contact')],
  ['an answer', answerToVisitor(requested, 'Thank you.', said)],
  ['a welcome', welcomeMail(to, said, 'https://fund.example/login')],
  ['no portal', noPortalMail(to)],
])('%s to an address that somebody typed has no address or number of theirs', (_, message) => {
  const { subject, text, html, invitation, replyTo } = message
  const links = /larkstone-verify|010-9999/
  expect([subject, text, html, invitation?.content, replyTo].join('\n')).not.toMatch(links)
  if (!text.includes('Welcome') && !text.includes('Thank you.\n')) expect(text + html + subject).not.toMatch(evil)
})
