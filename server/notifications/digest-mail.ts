import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import type { NoticeKind } from '../../rules/mail-preferences.ts'
import { emailHtml } from '../mail/layout.ts'
import { siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'
import { unsubscribeToken } from './mail-preferences.ts'

/** Something that happened to a document. */
export interface DigestItem {
  kind: NoticeKind
  documentId: string
  filename: string
}

/** How many documents are named at most. */
const namedAtMost = 20

const sentences: Record<NoticeKind, { one: string; many: (count: number) => string }> = {
  'document-added': {
    one: 'A document was added to your portal.',
    many: count => `${count} documents were added to your portal.`,
  },
  'delete-approved': {
    one: 'Your request to delete a document was approved, and the document has been deleted.',
    many: count => `${count} of your delete requests were approved, and the documents have been deleted.`,
  },
  'delete-rejected': {
    one: 'Your request to delete a document was rejected. The document stays in your portal.',
    many: count => `${count} of your delete requests were rejected. The documents stay in your portal.`,
  },
}

/**
 * The e-mail about what others recently did with a person's documents. Its subject is always the same, because lock
 * screens show it.
 * @param userId the recipient, whose address is looked up when it is sent
 * @param items at least one, oldest first
 * @param named whether the person allows e-mail to name documents
 */
export function digestMail(userId: string, items: DigestItem[], named: boolean): Message {
  const parts = (Object.keys(sentences) as NoticeKind[])
    .map(kind => ({ kind, about: items.filter(one => one.kind === kind) }))
    .filter(({ about }) => about.length > 0)
    .map(({ kind, about }) => ({
      sentence: about.length === 1 ? sentences[kind].one : sentences[kind].many(about.length),
      // Deleted documents can't be opened.
      names: named ? about.map(one => ({ ...one, link: kind === 'delete-approved' ? undefined : linkTo(one) })) : [],
    }))
  const readable = items.filter(({ kind }) => kind !== 'delete-approved')
  const only = new Set(readable.map(({ documentId }) => documentId)).size === 1 ? readable[0] : undefined
  const open = only
    ? { words: 'Open the document', link: linkTo(only) }
    : { words: 'Open your portal', link: portalUrl() }
  const signIn = 'You’ll be asked to sign in first.'
  const settings = `${portalUrl()}/settings`
  const why = 'You’re receiving this because you have a portal with us.'
  const choose = 'Choose what we e-mail you about'
  const preview = parts.map(({ sentence }) => sentence).join(' ')
  return {
    to: '',
    person: userId,
    subject: `There’s something new in your ${fund.shortName} portal`,
    text: `${parts.map(textOf).join('\n\n')}\n\n${open.words}:\n${open.link}\n\n${signIn}\n\n${why} ${choose}:\n${settings}\n\n${fund.name}\n${fund.phone}\n`,
    html: emailHtml(
      preview,
      html`${parts.map(htmlOf)}
<p class="act"><a href="${open.link}">${open.words}</a></p>
<p>${signIn}</p>
<p class="small">${why} <a href="${settings}">${choose}</a>. Questions? Call ${fund.phone}.</p>`,
    ).toString(),
    unsubscribe: `${siteOrigin()}/unsubscribe?token=${unsubscribeToken(userId)}`,
  }
}

type Part = { sentence: string; names: (DigestItem & { link: string | undefined })[] }

function textOf({ sentence, names }: Part): string {
  const lines = names.slice(0, namedAtMost).map(({ filename }) => `- ${filename}`)
  return [sentence, ...lines, ...andMore(names)].join('\n')
}

function htmlOf({ sentence, names }: Part) {
  if (names.length === 0) return html`<p>${sentence}</p>`
  const items = names
    .slice(0, namedAtMost)
    .map(({ filename, link }) => (link ? html`<li><a href="${link}">${filename}</a></li>` : html`<li>${filename}</li>`))
  return html`<p>${sentence}</p><ul>${items}${andMore(names).map(words => html`<li>${words}</li>`)}</ul>`
}

function andMore(names: unknown[]): string[] {
  return names.length > namedAtMost ? [`and ${names.length - namedAtMost} more`] : []
}

function portalUrl(): string {
  return `${siteOrigin()}/profile`
}

function linkTo({ documentId }: DigestItem): string {
  return `${portalUrl()}?document=${documentId}`
}
