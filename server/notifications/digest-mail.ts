import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import type { NoticeKind, RequestNoticeKind } from '../../rules/mail-preferences.ts'
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
  /** Why a request was rejected. */
  detail?: string | null
}

/** A document that the fund asks the person for. */
export interface AskedItem {
  kind: RequestNoticeKind
  requestId: string
  /** What the document is called. */
  name: string
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

type Sentences = { one: string; many: (count: number) => string }

/** In the order of the e-mail: what the person has to do, then what happened. */
const sentences: Record<NoticeKind, Sentences> = {
  'signature-asked': {
    one: 'A document is ready for your signature.',
    many: count => `${count} documents are ready for your signature.`,
  },
  'signature-reminder': {
    one: 'A reminder: a document is still waiting for your signature.',
    many: count => `A reminder: ${count} documents are still waiting for your signature.`,
  },
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

const askedSentences: Record<RequestNoticeKind, Sentences> = {
  'document-asked': {
    one: 'We need a document from you.',
    many: count => `We need ${count} documents from you.`,
  },
  'document-reminder': {
    one: 'A reminder: we still need a document from you.',
    many: count => `A reminder: we still need ${count} documents from you.`,
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
  /** Documents that the person is asked for. */
  asked: AskedItem[]
}

/**
 * The e-mail about what others recently did with a person's documents, need from them, and wrote. Its subject is always
 * the same, because lock screens show it.
 * @param userId the recipient, whose address is looked up when it is sent
 */
export function digestMail(userId: string, { items, named, people, conversations, asked }: Digest): Message {
  const aboutDocuments: Part[] = (Object.keys(sentences) as NoticeKind[])
    .map(kind => ({ kind, about: items.filter(one => one.kind === kind) }))
    .filter(({ about }) => about.length > 0)
    .map(({ kind, about }) => ({
      sentence: about.length === 1 ? sentences[kind].one : sentences[kind].many(about.length),
      // Deleted documents can't be opened.
      names: named ? about.map(one => ({ ...one, link: kind === 'delete-approved' ? undefined : linkTo(one) })) : [],
      ...(!named &&
        about.some(({ detail }) => detail) && { after: 'We gave a reason. You’ll find it in your portal.' }),
    }))
  const others = [...messageSentences(conversations), ...peopleSentences(people)]
  const parts = [...askedParts(asked, named), ...aboutDocuments, ...others.map(sentence => ({ sentence, names: [] }))]
  const open = whereToGo(items, asked, conversations)
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
    ...(items.length + asked.length > 0 && {
      unsubscribe: `${siteOrigin()}/unsubscribe?token=${unsubscribeToken(userId)}`,
    }),
  }
}

/** The page with all of it: a single document or conversation, or the page that leads to everything. */
function whereToGo(
  items: DigestItem[],
  asked: AskedItem[],
  conversations: UnreadConversation[],
): { words: string; link: string } {
  const portal = { words: 'Open your portal', link: portalUrl() }
  const documents = items.length + asked.length
  if (documents > 0 && conversations.length > 0) return portal
  const [conversation] = conversations
  if (conversation) {
    const pages = `${portalUrl()}${conversation.isOwn ? '' : '/admin'}/messages`
    return conversations.length === 1
      ? { words: 'Read the message', link: `${pages}/${conversation.id}` }
      : { words: 'Read the messages', link: pages }
  }
  if (documents === 0) return { words: 'Open the list of people', link: `${portalUrl()}/admin/people` }
  const readable = items.filter(({ kind }) => kind !== 'delete-approved')
  const [only, another] = new Set(readable.map(linkTo))
  // What is asked for is uploaded on the first page.
  if (!only || another || asked.length > 0) return portal
  return { words: 'Open the document', link: only }
}

function messageSentences({ length }: UnreadConversation[]): string[] {
  if (length === 0) return []
  return [length === 1 ? 'You have a new message.' : `You have new messages in ${length} conversations.`]
}

interface Part {
  sentence: string
  names: { filename: string; link: string | undefined; detail?: string | null }[]
  /** Said below the names. */
  after?: string
}

function askedParts(asked: AskedItem[], named: boolean): Part[] {
  return (Object.keys(askedSentences) as RequestNoticeKind[])
    .map(kind => ({ kind, about: asked.filter(one => one.kind === kind) }))
    .filter(({ about }) => about.length > 0)
    .map(({ kind, about }) => ({
      sentence: about.length === 1 ? askedSentences[kind].one : askedSentences[kind].many(about.length),
      names: named ? about.map(({ name }) => ({ filename: name, link: undefined })) : [],
    }))
}

function peopleSentences({ joined, erasures }: PeopleNews): string[] {
  const sentences: string[] = []
  if (joined === 1) sentences.push('Someone new has joined. Until you accept them, they can add only a few documents.')
  if (joined > 1)
    sentences.push(`${joined} new people have joined. Until you accept them, they can add only a few documents.`)
  if (erasures === 1) sentences.push('Someone has asked us to erase their account.')
  if (erasures > 1) sentences.push(`${erasures} people have asked us to erase their accounts.`)
  return sentences
}

function textOf({ sentence, names, after }: Part): string {
  const lines = names
    .slice(0, namedAtMost)
    .map(({ filename, detail }) => `- ${filename}${detail ? `\n  ${quoted(detail)}` : ''}`)
  return [sentence, ...lines, ...andMore(names), ...(after ? [after] : [])].join('\n')
}

function htmlOf({ sentence, names, after }: Part) {
  if (names.length === 0) return html`<p>${sentence}${after && ` ${after}`}</p>`
  const items = names.slice(0, namedAtMost).map(({ filename, link, detail }) => {
    const name = link ? html`<a href="${link}">${filename}</a>` : filename
    return html`<li>${name}${detail && html`<br>${quoted(detail)}`}</li>`
  })
  return html`<p>${sentence}</p><ul>${items}${andMore(names).map(words => html`<li>${words}</li>`)}</ul>`
}

function quoted(reason: string): string {
  return `Our reason: ${reason.replaceAll(/\s+/g, ' ')}`
}

function andMore(names: unknown[]): string[] {
  return names.length > namedAtMost ? [`and ${names.length - namedAtMost} more`] : []
}

function portalUrl(): string {
  return `${siteOrigin()}/profile`
}

function linkTo({ kind, documentId }: DigestItem): string {
  const isToSign = kind === 'signature-asked' || kind === 'signature-reminder'
  return isToSign ? `${portalUrl()}/signing/${documentId}` : `${portalUrl()}?document=${documentId}`
}
