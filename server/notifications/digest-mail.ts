import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import type { NoticeKind } from '../../rules/mail-preferences.ts'
import { emailHtml } from '../mail/layout.ts'
import { siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'
import { unsubscribeToken } from './mail-preferences.ts'
import type { UnreadConversation } from './notification-settings.ts'

/** Something that happened to a document. */
export interface DigestItem {
  kind: NoticeKind
  documentId: string
  filename: string
}

/** What administrators are told about people, as numbers: e-mail names nobody. */
export interface PeopleNews {
  /** Guests to be accepted. */
  joined: number
  /** Accounts to be erased. */
  erasures: number
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

/** What an e-mail is about; there is something in one of the lists, or in `people`. */
export interface Digest {
  /** Oldest first. */
  items: DigestItem[]
  /** Whether the person allows e-mail to name documents. */
  named: boolean
  /** For administrators. */
  people: PeopleNews
  /** In which the other side has written. E-mail never has the words, nor the subject. */
  conversations: UnreadConversation[]
}

/**
 * The e-mail about what others recently did with a person's documents, and wrote. Its subject is always the same,
 * because lock screens show it.
 * @param userId the recipient, whose address is looked up when it is sent
 */
export function digestMail(userId: string, { items, named, people, conversations }: Digest): Message {
  const aboutDocuments: Part[] = (Object.keys(sentences) as NoticeKind[])
    .map(kind => ({ kind, about: items.filter(one => one.kind === kind) }))
    .filter(({ about }) => about.length > 0)
    .map(({ kind, about }) => ({
      sentence: about.length === 1 ? sentences[kind].one : sentences[kind].many(about.length),
      // Deleted documents can't be opened.
      names: named ? about.map(one => ({ ...one, link: kind === 'delete-approved' ? undefined : linkTo(one) })) : [],
    }))
  const others = [...messageSentences(conversations), ...peopleSentences(people)]
  const parts = [...aboutDocuments, ...others.map(sentence => ({ sentence, names: [] }))]
  const open = whereToGo(items, conversations)
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
    // It turns off e-mail about documents and nothing else.
    ...(items.length > 0 && { unsubscribe: `${siteOrigin()}/unsubscribe?token=${unsubscribeToken(userId)}` }),
  }
}

/** The page with all of it: a single document or conversation, or the page that leads to everything. */
function whereToGo(items: DigestItem[], conversations: UnreadConversation[]): { words: string; link: string } {
  if (items.length > 0 && conversations.length > 0) return { words: 'Open your portal', link: portalUrl() }
  const [conversation] = conversations
  if (conversation) {
    const pages = `${portalUrl()}${conversation.isOwn ? '' : '/admin'}/messages`
    return conversations.length === 1
      ? { words: 'Read the message', link: `${pages}/${conversation.id}` }
      : { words: 'Read the messages', link: pages }
  }
  if (items.length === 0) return { words: 'Open the list of people', link: `${portalUrl()}/admin/people` }
  const readable = items.filter(({ kind }) => kind !== 'delete-approved')
  const [only] = new Set(readable.map(({ documentId }) => documentId)).size === 1 ? readable : []
  return only ? { words: 'Open the document', link: linkTo(only) } : { words: 'Open your portal', link: portalUrl() }
}

function messageSentences({ length }: UnreadConversation[]): string[] {
  if (length === 0) return []
  return [length === 1 ? 'You have a new message.' : `You have new messages in ${length} conversations.`]
}

type Part = { sentence: string; names: (DigestItem & { link: string | undefined })[] }

function peopleSentences({ joined, erasures }: PeopleNews): string[] {
  const sentences: string[] = []
  if (joined === 1) sentences.push('Someone new has joined. Until you accept them, they can add only a few documents.')
  if (joined > 1)
    sentences.push(`${joined} new people have joined. Until you accept them, they can add only a few documents.`)
  if (erasures === 1) sentences.push('Someone has asked us to erase their account.')
  if (erasures > 1) sentences.push(`${erasures} people have asked us to erase their accounts.`)
  return sentences
}

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
