import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Database } from '../../../server/database/types.ts'
import { neverAskForCode } from '../../../server/mail/layout.ts'
import { button, letter, type PortalLetter, portalLetter, small, withPhone } from '../../../server/mail/letter.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'
import { type DelegateKind, delegateNouns } from '../delegates.ts'

/* Mail names no amount or document, and no day; what there is to know is in the portal. The invitation goes to an address that
 * someone typed, so it repeats nothing of theirs: it names the holder, by the legal name on the fund's register. */

interface Invitation {
  /** The holder's legal name. */
  holder: string
  kind: DelegateKind
  /** Of the site. */
  origin: string
}

/**
 * Invites someone to view documents. It has no secret: as always, anyone who can read mail to this address can sign in with it.
 * @param to in lower case
 */
export function invitationMail(to: string, { holder, kind, origin }: Invitation): Message {
  const fact = `${holder} has invited you, as their ${delegateNouns[kind]}, to view documents that they have with ${fund.name}.`
  const how = `Sign in with this e-mail address, ${to}, and accept. There’s no password; each time you sign in, we’ll e-mail you a code.`
  const ifUnexpected = `If you don’t know ${holder}, you can ignore this e-mail: no one sees anything of yours. ${neverAskForCode}`
  const link = origin + withQuery(href('/login'), { next: href('/profile/shared') })
  return letter(
    { to },
    `You’re invited to view documents with ${fund.shortName}`,
    [fact, how, button(link, 'Sign in and accept'), small(ifUnexpected)],
    { signature: withPhone },
  )
}

/** E-mails about a grant to the holder's members and the delegate. */
export type GrantMail = 'accepted' | 'ends-soon' | 'revoked'

export const toMembers: Record<GrantMail, (kind: DelegateKind) => PortalLetter> = {
  accepted: kind => ({
    subject: `Your ${delegateNouns[kind]} has access now`,
    paragraphs: [
      `Your ${delegateNouns[kind]} has accepted the invitation, and can view what it names. If you don’t know of it, end their access in your portal and call us: ${fund.phone}.`,
    ],
    path: href('/profile/delegates'),
    action: 'See who has access',
  }),
  'ends-soon': kind => ({
    subject: `Your ${delegateNouns[kind]}’s access ends soon`,
    paragraphs: [
      `Your ${delegateNouns[kind]}’s access ends within two weeks. There’s nothing for you to do. If they need it for longer, invite them again once it has ended.`,
    ],
    path: href('/profile/delegates'),
    action: 'See who has access',
  }),
  revoked: kind => ({
    subject: `Your ${delegateNouns[kind]} no longer has access`,
    paragraphs: [
      `The access of your ${delegateNouns[kind]} has been ended. If neither you nor another authorized person did that, call us: ${fund.phone}.`,
    ],
    path: href('/profile/delegates'),
    action: 'See who has access',
  }),
}

export const toDelegate: Record<Exclude<GrantMail, 'accepted'>, PortalLetter> = {
  'ends-soon': {
    subject: 'Your access to shared documents ends soon',
    paragraphs: [
      'Your access to what is shared with you here ends within two weeks. Download what you may and need before then, or ask to be invited again.',
    ],
    path: href('/profile/shared'),
    action: 'Open what is shared with you',
  },
  revoked: {
    subject: 'Your access to shared documents has ended',
    paragraphs: [
      'Your access to documents that were shared with you here has been ended. If you think it’s a mistake, ask the person who invited you.',
    ],
    path: href('/profile/shared'),
    action: 'Open what is shared with you',
  },
}

/** E-mails a member of the holder, if the transaction commits. */
export function mailMember(
  tx: Transaction<Database>,
  person: string,
  what: GrantMail,
  kind: DelegateKind,
): Promise<void> {
  return queueMail(tx, portalLetter({ person }, toMembers[what](kind)))
}

/** Mails the delegate, if the transaction commits. */
export function mailDelegate(tx: Transaction<Database>, person: string, what: keyof typeof toDelegate): Promise<void> {
  return queueMail(tx, portalLetter({ person }, toDelegate[what]))
}
