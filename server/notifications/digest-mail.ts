import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import type { NoticeKind, OfficeNoticeKind } from '../../rules/mail-preferences.ts'
import { emailHtml } from '../mail/layout.ts'
import { siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'
import { unsubscribeToken } from './mail-preferences.ts'

/** Something that happened to a document. */
export interface DigestItem {
  kind: NoticeKind | OfficeNoticeKind
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

const sentences: Record<DigestItem['kind'], { one: string; many: (count: number) => string }> = {
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
  'file-received': {
    one: 'An investor uploaded a file.',
    many: count => `Investors uploaded ${count} files.`,
  },
  'delete-requested': {
    one: 'An investor asked to delete a document.',
    many: count => `Investors asked to delete ${count} documents.`,
  },
}

/**
 * The e-mail about what others recently did with a person's documents and, for administrators, about what investors did.
 * Its subject is always the same, because lock
 * screens show it.
 * @param userId the recipient, whose address is looked up when it is sent
 * @param items oldest first
 * @param named whether the person allows e-mail to name documents
 * @param people for administrators; there is something in it or in `items`
 */
export function digestMail(userId: string, items: DigestItem[], named: boolean, people: PeopleNews): Message {
  const aboutDocuments: Part[] = (Object.keys(sentences) as DigestItem['kind'][])
    .map(kind => ({ kind, about: items.filter(one => one.kind === kind) }))
    .filter(({ about }) => about.length > 0)
    .map(({ kind, about }) => ({
      sentence: about.length === 1 ? sentences[kind].one : sentences[kind].many(about.length),
      // Deleted documents can't be opened.
      names: named ? about.map(one => ({ ...one, link: kind === 'delete-approved' ? undefined : linkTo(one) })) : [],
    }))
  const parts = [...aboutDocuments, ...peopleSentences(people).map(sentence => ({ sentence, names: [] }))]
  const open = openingOf(items, people)
  const signIn = 'You’ll be asked to sign in first.'
  const settings = `${portalUrl()}/settings`
  const forOffice = peopleSentences(people).length > 0 || items.some(isOfOffice)
  const why = forOffice
    ? 'You’re receiving this because you’re an administrator.'
    : 'You’re receiving this because you have a portal with us.'
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
    // Requests to erase an account are always told.
    ...((items.length > 0 || people.joined > 0) && {
      unsubscribe: `${siteOrigin()}/unsubscribe?token=${unsubscribeToken(userId)}`,
    }),
  }
}

/** Where the mail's one button leads: to the one thing that is new, or to the page that lists all of it. */
function openingOf(items: DigestItem[], people: PeopleNews): { words: string; link: string } {
  const kinds = new Set<string>(items.map(({ kind }) => kind))
  if (people.joined + people.erasures > 0) kinds.add('people')
  const [kind, ...otherKinds] = kinds
  const ofOffice = kinds.has('people') || items.some(isOfOffice)
  if (ofOffice && otherKinds.length > 0) return { words: 'Open Today', link: `${portalUrl()}/admin/today` }
  if (kind === 'people') return { words: 'Open the list of people', link: `${portalUrl()}/admin/people` }
  const readable = items.filter(({ kind }) => kind !== 'delete-approved')
  const [only] = readable
  if (only && new Set(readable.map(({ documentId }) => documentId)).size === 1)
    return { words: only.kind === 'delete-requested' ? 'Open the request' : 'Open the document', link: linkTo(only) }
  if (kind === 'file-received') return { words: 'Open the new files', link: `${portalUrl()}/admin/documents?state=new` }
  if (kind === 'delete-requested')
    return { words: 'Open the delete requests', link: `${portalUrl()}/admin/delete-requests` }
  return { words: 'Open your portal', link: portalUrl() }
}

function isOfOffice({ kind }: DigestItem): boolean {
  return kind === 'file-received' || kind === 'delete-requested'
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

function linkTo({ kind, documentId }: DigestItem): string {
  const page = kind === 'delete-requested' ? `${portalUrl()}/admin/delete-requests` : portalUrl()
  return `${page}?document=${documentId}`
}
