import { html } from 'hono/html'
import { fund } from '../../../content/fund.ts'
import { codeLifetime, reportLifetime } from '../../../rules/limits.ts'
import { letter, neverAsked } from '../../mail/layout.ts'
import type { Message } from '../../mail/message.ts'

/** Where and when something was done, as far as the server can tell. */
export interface Where {
  /** UTC */
  at: Date
  ip: string
  /** In words, see `server/identity/device-name.ts`. */
  device: string
}

const lives = `It works once, and for ${codeLifetime / 60_000} minutes.`
const call = `Call us at ${fund.phone}.`
const days = reportLifetime / 86_400_000

/** First step: the code to the address that is to be replaced. */
export function codeForCurrent(to: string, code: string): Message {
  return codeMail(to, code, 'Your code to change your e-mail address is', [
    `If you did not ask for it, somebody is signed in as you: sign in, and sign out everywhere in your settings. Without the code your address stays as it is. ${neverAsked}`,
  ])
}

/** Third step: the code to the address that is to come. It repeats nothing of whose account it is. */
export function codeForNew(to: string, code: string): Message {
  return codeMail(to, code, `Your code to use this address with ${fund.name} is`, [
    `If you did not ask for it, do nothing: somebody typed your address by mistake, and without the code it will not be used. ${neverAsked}`,
  ])
}

/** In the code's place, to an address that is somebody's already: its owner is told, and nobody else. */
export function addressTaken(to: string): Message {
  return plainMail(to, `This address has an account with ${fund.shortName} already`, [
    'Somebody who is signed in asked to use this address for another account. It has an account already, or had one until lately, so no code was sent and nothing has changed.',
    `If that was you: sign in with this address, or ask us to join the two accounts. ${call}`,
    'If it was not, you need do nothing.',
  ])
}

/**
 * To the address that was replaced. It names the new one only in part: whoever reads an address that was given up
 * need not learn where its owner is reached now.
 * @param link the page where the change can be taken back. The secret stands after the `#`, which browsers send to
 *   nobody: it reaches no log
 * @param token the same secret, for pages without scripts
 */
export function changedForOld(to: string, newEmail: string, where: Where, link: string, token: string): Message {
  const what = `The address you sign in with was changed from this one to ${masked(newEmail)}.`
  const ask = `If this was not you, say so within ${days} days. The account is locked at once, and you can have it back:`
  const code = 'If that page asks for the code of this mail, it is'
  return {
    to,
    replyTo: fund.emails.office,
    subject: `Your sign-in address at ${fund.shortName} was changed`,
    text: `${what}\n\n${whereOf(where)}\n\nIf this was you, you need do nothing. Sign in with the new address from now on.\n\n${ask}\n${link}\n\n${code}\n${token}\n\nOr call us at ${fund.phone}.\n\n${fund.name}\n`,
    html: letter(
      what,
      html`<p>${what}</p><p>${whereOf(where)}</p>
<p>If this was you, you need do nothing. Sign in with the new address from now on.</p>
<p>${ask}</p><p><a href="${link}">This was not me</a></p>
<p>Or call us at ${fund.phone}.</p><p class="small">${code} <span style="overflow-wrap:anywhere">${token}</span></p>`,
    ).toString(),
  }
}

/** To the address that is used from now on. */
export function changedForNew(to: string, where: Where): Message {
  return plainMail(to, `You sign in to ${fund.shortName} with this address now`, [
    'Your address was changed. From now on you sign in with this one, and our mail comes here.',
    whereOf(where),
    `Whoever was signed in elsewhere has been signed out. If this was not you, call us at ${fund.phone}.`,
  ])
}

/** The code by which the old address has its account back. */
export function codeForRestoring(to: string, code: string): Message {
  return codeMail(to, code, 'Your code to have your account back is', [
    `With it this address becomes your sign-in address again. ${neverAsked}`,
  ])
}

/** To each administrator, once a change was reported. */
export function reportedForFund(to: string, oldEmail: string, newEmail: string, where: Where): Message {
  return plainMail(to, `An account was locked: ${oldEmail}`, [
    `From the mail to ${oldEmail} somebody reported that the change of this account's address to ${newEmail} was not theirs. The account is locked, and everybody was signed out of it. It opens again once a code sent to ${oldEmail} is typed.`,
    `The change was made: ${whereOf(where)}`,
    `Call the investor at a number you know. If the report was wrong, open the account again on the machine: npm run admin -- unlock ${newEmail}`,
  ])
}

/** To both addresses, once the old one has its account back. */
export function restoredMail(to: string, whose: 'old' | 'new'): Message {
  return whose === 'old'
    ? plainMail(to, `Your ${fund.shortName} account is yours again`, [
        'You sign in with this address again. Everybody else has been signed out, and the other address opens nothing any more.',
        `Look at your documents and your settings. If anything is not as it was, call us at ${fund.phone}.`,
      ])
    : plainMail(to, `This address no longer opens an account at ${fund.shortName}`, [
        'The account you had moved to this address was given back to its former one, from where the change was reported.',
        `If the account is yours, call us at ${fund.phone}.`,
      ])
}

/**
 * @param email any address
 * @returns it with most of its local part left out: 'i…@example.com'
 */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

function whereOf({ at, ip, device }: Where): string {
  return `${at.toISOString().slice(0, 16).replace('T', ', ')} UTC, ${device}, address ${ip}.`
}

function codeMail(to: string, code: string, lead: string, unasked: string[]): Message {
  return {
    to,
    subject: `${code} is your ${fund.shortName} code`,
    text: `${lead}\n\n${code}\n\n${lives}\n\n${unasked.join('\n\n')}\n\n${fund.name}\n`,
    html: letter(
      `${lead} in this mail. ${lives}`,
      html`<p>${lead}</p><p class="code">${code}</p><p>${lives}</p>
${unasked.map(line => html`<p class="small">${line}</p>`)}`,
    ).toString(),
  }
}

function plainMail(to: string, subject: string, lines: string[]): Message {
  return {
    to,
    replyTo: fund.emails.office,
    subject,
    text: `${lines.join('\n\n')}\n\n${fund.name}\n${fund.phone}\n`,
    html: letter(lines[0] ?? '', html`${lines.map(line => html`<p>${line}</p>`)}`).toString(),
  }
}
