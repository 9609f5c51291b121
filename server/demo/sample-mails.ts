import { readdir } from 'node:fs/promises'
import { auditHeadMail } from '../../app/audit/server/audit-head-mail.ts'
import { signHead } from '../../app/audit/server/signed-head.ts'
import { invitationMail, toDelegate, toMembers } from '../../app/delegates/server/delegate-mail.ts'
import { deliveryPendingMail } from '../../app/deliveries/server/delivery-mail.ts'
import { infectedMailToAdministrator, infectedMailToUploader } from '../../app/file-checks/server/infected-mail.ts'
import { mail as identityMail } from '../../app/holders/server/identity-mail.ts'
import * as change from '../../app/identity/server/email-change/email-change-mail.ts'
import { newDeviceMail } from '../../app/identity/server/new-device-mail.ts'
import * as passkeys from '../../app/identity/server/passkeys/passkey-mail.ts'
import { proofCodeMail } from '../../app/identity/server/proof-code-mail.ts'
import { reissueMail } from '../../app/identity/server/reissue-mail.ts'
import { signInAlarmMail } from '../../app/identity/server/sign-in-alarm-mail.ts'
import { signInCodeMail } from '../../app/identity/server/sign-in-code-mail.ts'
import { noPortalMail } from '../../app/identity/server/sign-up.ts'
import {
  type CallDetails,
  callMailToFund,
  callMailToVisitor,
  cancellationToVisitor,
} from '../../app/leads/server/call-mail.ts'
import { messageToFund, receiptToVisitor } from '../../app/leads/server/visitor-message-mail.ts'
import { answerToVisitor } from '../../app/messages/server/visitor-answer-mail.ts'
import { noteCanceledMail } from '../../app/notes/server/canceled-mail.ts'
import { digestMail } from '../../app/notifications/server/digest-mail.ts'
import { reminderMail } from '../../app/people/server/access-reminder.ts'
import { soleApproverMail } from '../../app/people/server/last-approver.ts'
import { approverMail } from '../../app/people/server/rights-mail.ts'
import { welcomeMail } from '../../app/people/server/welcome-mail.ts'
import { hitMail, listMail } from '../../app/sanctions/server/sanctions-mail.ts'
import { subscriptionMails } from '../../app/subscriptions/server/subscription-mail.ts'
import { availableMail } from '../../app/tax/server/furnish-forms.ts'
import { holderMails, officeMails } from '../../app/wire-instructions/server/wire-mail.ts'
import { fund } from '../../content/fund.ts'
import { timeZone } from '../../content/fund-time-zone.ts'
import type { Actor } from '../access/actor.ts'
import { portalLetter } from '../mail/letter.ts'
import { deliverMail, outboxFolder, sealMail, siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'
import type { Config } from '../platform/config.ts'

/** Fictional addresses and ids. */
const to = 'investor@example.com'
const visitor = 'visitor@example.com'
const id = '00000000-0000-4000-8000-000000000000'
const device = 'Firefox on Windows'
const ip = '203.0.113.10'

const digest: Parameters<typeof digestMail>[1] = {
  items: [{ kind: 'document-added', documentId: id, filename: 'Statement.pdf' }],
  named: false,
  people: { joined: 0, erasures: 0 },
  conversations: [{ id, isOwn: true }],
  requested: [],
  notes: [],
  reads: [],
  deliveries: [],
}

/** @returns one of every kind of e-mail, about fictional people and times */
export function sampleMails(now = new Date()): Message[] {
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const origin = siteOrigin()
  const when = { at: now, ip, device }
  const call: CallDetails = {
    id,
    calendar: 'team',
    kind: 'phone',
    name: 'Vera Visitor',
    email: visitor,
    phone: fund.phone,
    message: 'I have two questions about the terms.',
    time_zone: timeZone,
    starts_at: later(48),
    ends_at: later(48.5),
    sequence: 0,
    cancelled_at: null,
  }
  const actor: Actor = {
    id,
    email: to,
    fullName: 'Iris Investor',
    organization: null,
    isAdmin: false,
    from: { ip, userAgent: '' },
  }
  const requested = { email: visitor, sentAt: now, call: null, callStartsAt: null, timeZone: null }
  const message = {
    topic: 'question',
    name: call.name,
    email: visitor,
    phone: null,
    amountRange: null,
    message: 'Hello.',
  } as const
  return [
    // To the fund.
    auditHeadMail(fund.emails.office, signHead({ at: now.toISOString(), position: 1234, hash: '0'.repeat(64) })),
    signInAlarmMail(fund.emails.office, { at: now, tries: 120, addresses: 40 }),
    approverMail('A colleague can give second approvals from now on.', origin),
    soleApproverMail('A colleague no longer gives second approvals.', origin),
    reissueMail('A colleague has added a passkey.', later(72), id, origin),
    deliveryPendingMail(id, origin),
    noteCanceledMail(id, { isByTime: true, origin }),
    reminderMail(id),
    listMail(id, 3),
    hitMail(id),
    change.reportNoticeToFund(fund.emails.office, to, 'new@example.com', when),
    infectedMailToAdministrator(fund.emails.office, { email: to, filename: 'Scan.pdf', signature: 'Eicar-Test' }),
    messageToFund(id, message),
    callMailToFund(call, 'booked'),
    // To visitors.
    receiptToVisitor(visitor),
    answerToVisitor(requested, 'Thank you for your message. The terms are on our site.', 'Olive Office'),
    callMailToVisitor(call, 'booked', `${origin}/call#sample`, 'sample'),
    callMailToVisitor(call, 'moved', `${origin}/call#sample`, 'sample'),
    cancellationToVisitor(call, 'We’re sorry.', `${origin}/contact`),
    noPortalMail(visitor),
    // To delegates, and to holders who share access.
    invitationMail(visitor, { holder: 'Investor Family Trust', kind: 'accountant', origin }),
    ...Object.values(toMembers).map(about => portalLetter({ to }, about('accountant'))),
    ...Object.values(toDelegate).map(about => portalLetter({ to: visitor }, about)),
    // To investors.
    ...[infectedMailToUploader(id), ...Object.values(subscriptionMails).map(about => portalLetter({ to }, about(id)))],
    identityMail(id, { what: ['the address'] }, '/profile/notes'),
    ...wireMails(),
    availableMail(id, id, now.getFullYear() - 1),
    ...passkeyMails(actor, later(168)),
    change.codeToCurrentAddress(to, '123456'),
    change.codeToNewAddress('new@example.com', '123456'),
    change.addressTakenMail('new@example.com'),
    change.changeNoticeToOldAddress(to, 'new@example.com', when, `${origin}/report#sample`, 'sample'),
    change.changeNoticeToNewAddress('new@example.com', when),
    change.restoreCodeMail(to, '123456'),
    change.restoreNotice(to, 'old'),
    proofCodeMail(to, '123456'),
    newDeviceMail(to, { ...when, by: 'code' }),
    digestMail(id, digest),
    welcomeMail(to, actor.fullName, `${origin}/login`),
    signInCodeMail(to, { code: '123456', secondCode: '654321', ip, device }),
  ]
}

/** About passkeys. */
function passkeyMails(actor: Actor, until: Date): Message[] {
  return [
    passkeys.passkeyNotice(actor, 'added', 'Laptop'),
    passkeys.passkeyResetNotice(to, siteOrigin()),
    passkeys.recoveryNotice(to, actor, until, 'sample'),
    passkeys.recoveryStoppedNotice(to),
    passkeys.permitNotice(to, fund.emails.office),
    passkeys.permitReceipt(fund.emails.office, to),
  ]
}

/** About wire instructions, to administrators and to holders. */
function wireMails(): Message[] {
  return [
    ...Object.values(officeMails).map(about => portalLetter({ to: fund.emails.office }, about)),
    ...Object.values(holderMails).map(about => portalLetter({ to }, about(id))),
  ]
}

/**
 * Puts one of every kind of e-mail into the demo's outbox, so that a fund reads its own before the first investor does.
 * Does nothing if mail is sent, or the outbox isn't empty.
 */
export async function fillOutbox(config: Config): Promise<void> {
  if (config.smtpUrl || (await readdir(outboxFolder(config))).some(name => name.endsWith('.eml'))) return
  for (const { person: _, usefulUntil: __, ...mail } of sampleMails()) {
    const subject = `Sample: ${mail.subject}`
    const text = `This is a sample of an e-mail that the site sends. It wasn’t sent to anyone else.\n\n${mail.text}`
    await deliverMail(sealMail({ ...mail, to: mail.to || to, subject, text }))
  }
}
