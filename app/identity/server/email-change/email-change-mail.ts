import { fund } from '../../../../content/fund.ts'
import { codeLifetime, reportLifetime } from '../../../../rules/limits.ts'
import { mailTime, neverAskForCode } from '../../../../server/mail/layout.ts'
import { button, codeLine, letter, type Part, small, withPhone } from '../../../../server/mail/letter.ts'
import type { Message } from '../../../../server/mail/message.ts'

/** Where and when a change was made, as far as the server can tell. */
export interface ChangeContext {
  /** UTC */
  at: Date
  ip: string
  /** A description, see `app/identity/server/device-name.ts`. */
  device: string
}

const lives = `It works once and expires in ${codeLifetime / 60_000} minutes.`
const call = `Call us at ${fund.phone}.`
const days = reportLifetime / 86_400_000

/** First step: the code to the address that will be replaced. */
export function codeToCurrentAddress(to: string, code: string): Message {
  return codeMail(
    to,
    code,
    'Your code to change your e-mail address is',
    'If you didn’t request it, someone else is signed in as you. Sign in, then sign out everywhere in your settings. ' +
      `Without the code, your address stays as it is. ${neverAskForCode}`,
  )
}

/** Third step: the code to the new address. It doesn't name the account. */
export function codeToNewAddress(to: string, code: string): Message {
  return codeMail(
    to,
    code,
    `Your code to use this address with ${fund.name} is`,
    'If you didn’t request it, you can ignore this e-mail. Someone typed your address by mistake, and it can’t be ' +
      `used without the code. ${neverAskForCode}`,
  )
}

/** Sent instead of the code to an address that already has an account: only its owner learns that. */
export function addressTakenMail(to: string): Message {
  return plainMail(to, `This address already has a ${fund.shortName} account`, [
    'Someone who is signed in asked to use this address for another account. It already has an account, or had one ' +
      'until recently, so we didn’t send a code and nothing has changed.',
    `If that was you, sign in with this address, or ask us to merge the two accounts. ${call}`,
    'If it wasn’t you, you don’t need to do anything.',
  ])
}

/**
 * To the address that was replaced. It shows only part of the new one: someone who now reads the old mailbox shouldn't
 * learn where its former owner can be reached.
 * @param link the page where the change can be undone. The secret is after the `#`, which browsers never send, so it
 *   reaches no log
 * @param token the same secret, for pages without scripts
 */
export function changeNoticeToOldAddress(
  to: string,
  newEmail: string,
  context: ChangeContext,
  link: string,
  token: string,
): Message {
  const what = `The address you sign in with was changed from this one to ${maskEmail(newEmail)}.`
  const ask = `If this wasn’t you, tell us within ${days} days. We’ll lock the account right away, and you can get it back:`
  return letter({ to }, `Your ${fund.shortName} sign-in address was changed`, [
    what,
    describeContext(context),
    'If this was you, you don’t need to do anything. From now on, sign in with the new address.',
    ...undoLink(ask, link, token),
  ])
}

/** How someone who didn't ask for a change undoes it. */
export function undoLink(ask: string, link: string, token: string): (Part | string)[] {
  return [
    ask,
    button(link, 'This wasn’t me'),
    `Or call us at ${fund.phone}.`,
    small(`If that page asks for the code from this e-mail, enter\n${token}`),
  ]
}

/** To the address that is used from now on. */
export function changeNoticeToNewAddress(to: string, context: ChangeContext): Message {
  return plainMail(to, `You now sign in to ${fund.shortName} with this address`, [
    'Your address was changed. From now on, sign in with this one. We’ll send our e-mail here too.',
    describeContext(context),
    `Every other browser has been signed out. If this wasn’t you, call us at ${fund.phone}.`,
  ])
}

/** The code with which the old address gets its account back. */
export function restoreCodeMail(to: string, code: string): Message {
  return codeMail(
    to,
    code,
    'Your code to restore your account is',
    `It makes this address your sign-in address again. ${neverAskForCode}`,
  )
}

/** To each administrator, when a change was reported. */
export function reportNoticeToFund(to: string, oldEmail: string, newEmail: string, context: ChangeContext): Message {
  return plainMail(to, `An account was locked: ${oldEmail}`, [
    `Someone used our e-mail to ${oldEmail} to report that they didn’t change this account’s address to ${newEmail}. ` +
      'The account is locked, and everyone has been signed out of it. It unlocks when someone enters a code sent to ' +
      `${oldEmail}.`,
    `When and where the change was made: ${describeContext(context)}`,
    'Call the investor at a number you already know. If the report was wrong, unlock the account on the server: ' +
      `npm run admin -- unlock ${newEmail}`,
  ])
}

/** To both addresses, when the old one has its account back. */
export function restoreNotice(to: string, address: 'old' | 'new'): Message {
  return address === 'old'
    ? plainMail(to, `Your ${fund.shortName} account is restored`, [
        'Sign in with this address again. Everyone else has been signed out, and the other address no longer works.',
        `Check your documents and settings. If anything looks wrong, call us at ${fund.phone}.`,
      ])
    : plainMail(to, `This address no longer opens a ${fund.shortName} account`, [
        'The account that was moved to this address has been returned to its previous address, where the change was ' +
          'reported.',
        `If the account is yours, call us at ${fund.phone}.`,
      ])
}

/**
 * @param email any address
 * @returns it with most of its local part left out: 'i…@example.com'
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

function describeContext({ at, ip, device }: ChangeContext): string {
  return `${mailTime(at)}, ${device}, IP address ${ip}.`
}

function codeMail(to: string, code: string, lead: string, ifUnexpected: string): Message {
  const parts = [lead, codeLine(code), lives, small(ifUnexpected)]
  return letter({ to }, `${code} is your ${fund.shortName} code`, parts, {
    preview: `${lead} in this e-mail. ${lives}`,
  })
}

function plainMail(to: string, subject: string, lines: string[]): Message {
  return letter({ to }, subject, lines, { signature: withPhone })
}
