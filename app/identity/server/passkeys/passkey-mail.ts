import { href } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { mailTime } from '../../../../server/mail/layout.ts'
import { alwaysSent, button, type Fact, factsOf, letter } from '../../../../server/mail/letter.ts'
import { siteOrigin } from '../../../../server/mail/mailer.ts'
import type { Message } from '../../../../server/mail/message.ts'
import { describeDevice } from '../device-name.ts'
import { undoLink } from '../email-change/email-change-mail.ts'

/** What happened, as a person is notified by mail. */
const events = {
  added: {
    subject: `A passkey was added to your ${fund.shortName} account`,
    what: 'You can now sign in with this passkey:',
  },
  removed: {
    subject: `A passkey was removed from your ${fund.shortName} account`,
    what: 'This passkey no longer works:',
  },
  'codes-made': {
    subject: `You have new ${fund.shortName} recovery codes`,
    what: 'New recovery codes were made for your account. Earlier ones no longer work.',
  },
  'code-used': {
    subject: `A ${fund.shortName} recovery code was used`,
    what: 'One of your recovery codes was used in place of a passkey. It won’t work again.',
  },
} as const

export type PasskeyEvent = keyof typeof events

/**
 * Notifies a person of a change to how they can prove who they are. It can't be turned off. @param actor the person
 * with the session that made the change; it says where
 * @param name of the passkey, if it is about one
 */
export function passkeyNotice(actor: Actor, event: PasskeyEvent, name?: string): Message {
  const { subject, what } = events[event]
  return notice(actor.email, subject, what, [['Passkey', name], ...originFacts(actor)])
}

/**
 * Notifies a person that the operator removed their passkeys and recovery codes, because they were reported lost.
 * @param origin of the site, because the operator's command opens no mailer
 */
export function passkeyResetNotice(to: string, origin: string): Message {
  const what =
    'Your passkeys and recovery codes no longer work, and you were signed out everywhere. Sign in with a code from our ' +
    'e-mail, then add a new passkey in your settings.'
  const facts: Fact[] = [
    ['When', mailTime(new Date())],
    ['Removed by', fund.name],
  ]
  return notice(to, `Your ${fund.shortName} passkeys were removed`, what, facts, origin)
}

/**
 * Notifies an address of an account that someone may change its passkeys in a week.
 * @param actor who asked; their session says from where
 * @param startsAt when they may
 * @param token the secret that stops it. It comes after the `#`, which browsers never send, so it reaches no log
 */
export function recoveryNotice(to: string, actor: Actor, startsAt: Date, token: string): Message {
  const what =
    'Someone who is signed in to your account asked to change its passkeys without using one. They can do so from ' +
    `${mailTime(startsAt)} on.`
  const ask = 'If this wasn’t you, stop it. We’ll sign everyone out, and your passkeys stay as they are:'
  return letter({ to }, `Someone asked to change your ${fund.shortName} passkeys`, [
    what,
    factsOf(originFacts(actor)),
    'If this was you, you don’t need to do anything until then.',
    ...undoLink(ask, `${siteOrigin()}${href('/stop')}#${token}`, token),
  ])
}

/** Notifies an address of an account that this was stopped. */
export function recoveryStoppedNotice(to: string): Message {
  const what =
    'Someone used the link in our e-mail to stop a change of your account’s passkeys. The passkeys stay as they are, and ' +
    'everyone has been signed out.'
  return notice(to, `A change of your ${fund.shortName} passkeys was stopped`, what, [['When', mailTime(new Date())]])
}

/** Notifies an administrator or approver that a colleague allows them to add a new passkey. */
export function permitNotice(to: string, by: string): Message {
  const what =
    'You can add a new passkey to your account within 24 hours. Sign in with a code from our e-mail, and the portal ' +
    'will ask you for it.'
  return notice(to, `You can add a new ${fund.shortName} passkey`, what, [['Allowed by', by]])
}

/** Notifies the administrator who allowed it. */
export function permitReceipt(to: string, email: string): Message {
  const what = 'You let this person add a new passkey within 24 hours, using only their e-mail.'
  return notice(to, `You let ${email} add a new passkey`, what, [['For', email]])
}

function notice(to: string, subject: string, what: string, facts: Fact[], origin = siteOrigin()): Message {
  return letter({ to }, subject, [
    what,
    factsOf(facts),
    `If this wasn’t you, sign out everywhere in your settings, then call us at ${fund.phone}:`,
    button(origin + href('/profile/settings'), 'Open my settings'),
    alwaysSent,
  ])
}

/** When and from where someone acts. */
function originFacts({ from }: Actor): Fact[] {
  return [
    ['When', mailTime(new Date())],
    ['Device', describeDevice(from?.userAgent ?? null)],
    ['IP address', from?.ip.replace(/^::ffff:/, '')],
  ]
}
