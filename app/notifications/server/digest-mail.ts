import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { button, type Listed, letter, listed, signInFirst, smallLink, withPhone } from '../../../server/mail/letter.ts'
import { siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'
import type { Progress } from '../../notes/payment-day.ts'
import type {
  DeliveryNoticeKind,
  NoteNoticeKind,
  NoticeKind,
  OfficeNoticeKind,
  RequestNoticeKind,
} from '../mail-preferences.ts'
import {
  deliverySentences,
  noteSentences,
  paymentSentence,
  readsSentence,
  requestSentences,
  sentences,
} from './digest-sentences.ts'
import { unsubscribeToken } from './mail-preferences.ts'
import type { DelegateReads, UnreadConversation } from './notification-settings.ts'

/** Something that happened to a document. */
export interface DigestItem {
  kind: NoticeKind | OfficeNoticeKind
  documentId: string
  filename: string
  /** Why a request was rejected. */
  detail?: string | null
}

/** A document that the fund asks the person for. */
export interface RequestedItem {
  kind: RequestNoticeKind
  requestId: string
  /** What the document is called. */
  name: string
}

/** What administrators are notified about people, as numbers: e-mail names no one. */
export interface PeopleNews {
  /** Guests to be accepted. */
  joined: number
  /** Accounts to be erased. */
  erasures: number
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
  /** Documents requested of the person. */
  requested: RequestedItem[]
  notes: NoteNews[]
  /** What delegates viewed. */
  reads: DelegateReads[]
  /** What colleagues delivered and recalled, and how often. */
  deliveries: { kind: DeliveryNoticeKind; count: number }[]
}

/** What happened to notes, and to how many. */
export interface NoteNews {
  kind: NoteNoticeKind
  notes: number
  /** Of payments: how far each of the notes is. */
  progress?: readonly Progress[]
}

/**
 * The e-mail about what others recently did with a person's documents, need from them, and wrote; for administrators
 * also about what investors did. Its subject is always the same, because lock screens show it.
 * @param userId the recipient, whose address is looked up when it is sent
 */
export function digestMail(userId: string, digest: Digest): Message {
  const { items, named, people, conversations, requested, notes, reads } = digest
  const aboutDocuments: Listed[] = (Object.keys(sentences) as DigestItem['kind'][])
    .map(kind => ({ kind, about: items.filter(one => one.kind === kind) }))
    .filter(({ about }) => about.length > 0)
    .map(({ kind, about }) => ({
      sentence: about.length === 1 ? sentences[kind].one : sentences[kind].many(about.length),
      // Deleted documents can't be opened, and one that was recalled may be another person's.
      names:
        named && kind !== 'document-recalled'
          ? about.map(one => ({
              name: one.filename,
              address: kind === 'delete-approved' ? undefined : linkTo(one),
              detail: one.detail && `Our reason: ${one.detail}`,
            }))
          : [],
      ...(!named &&
        about.some(({ detail }) => detail) && { after: 'We gave a reason. You’ll find it in your portal.' }),
    }))
  const aboutNotes = notes.map(noteSentence)
  const aboutDelegates = reads.map(readsSentence)
  const aboutDeliveries = digest.deliveries.map(({ kind, count }) =>
    count === 1 ? deliverySentences[kind].one : deliverySentences[kind].many(count),
  )
  const others = [
    ...aboutDeliveries,
    ...aboutNotes,
    ...aboutDelegates,
    ...messageSentences(conversations),
    ...peopleSentences(people),
  ]
  const parts = [
    ...requestedParts(requested, named),
    ...aboutDocuments,
    ...others.map(sentence => ({ sentence, names: [] })),
  ]
  const open = digestLink(digest)
  const settings = `${portalUrl()}/settings`
  const why = isForOffice(digest)
    ? 'You’re receiving this because you’re an administrator.'
    : 'You’re receiving this because you have a portal with us.'
  const foot = smallLink(why, settings, 'Choose what we e-mail you about', `Questions? Call ${fund.phone}.`)
  return letter(
    { person: userId },
    `There’s something new in your ${fund.shortName} portal`,
    [...parts.map(listed), button(open.link, open.words, `${open.words}:`), signInFirst, foot],
    {
      preview: parts.map(({ sentence }) => sentence).join(' '),
      signature: withPhone,
      // Requests to erase an account are always included.
      ...((items.length + requested.length + conversations.length > 0 || people.joined > 0) && {
        unsubscribe: `${siteOrigin()}/unsubscribe?token=${unsubscribeToken(userId)}`,
      }),
    },
  )
}

function noteSentence({ kind, notes, progress = [] }: NoteNews): string {
  if (kind === 'note-paid' && progress.length === notes) return paymentSentence(progress)
  return notes === 1 ? noteSentences[kind].one : noteSentences[kind].many(notes)
}

/** Where the mail's one button leads: to the one thing that is new, or to the page that lists all of it. */
function digestLink(digest: Digest): { words: string; link: string } {
  const { items, requested, conversations, people, notes, reads, deliveries } = digest
  const kinds = new Set<string>(items.map(({ kind }) => kind))
  if (requested.length > 0) kinds.add('asked')
  if (conversations.length > 0) kinds.add('messages')
  if (people.joined + people.erasures > 0) kinds.add('people')
  if (notes.length > 0) kinds.add('notes')
  if (reads.length > 0) kinds.add('delegates')
  if (deliveries.length > 0) kinds.add('deliveries')
  const [kind, ...otherKinds] = kinds
  if (otherKinds.length > 0 && isForOffice(digest)) return { words: 'Open Today', link: `${portalUrl()}/admin/today` }
  if (kind === 'deliveries') return { words: 'Open the deliveries', link: `${portalUrl()}/admin/deliveries` }
  if (kind === 'people') return { words: 'Open the list of people', link: `${portalUrl()}/admin/people` }
  if (kind === 'notes' && otherKinds.length === 0) return { words: 'Open your notes', link: `${portalUrl()}/notes` }
  if (kind === 'delegates' && otherKinds.length === 0)
    return { words: 'See what they opened', link: `${portalUrl()}/delegates` }
  if (kind === 'messages') return conversationLink(conversations)
  const readable = items.filter(({ kind }) => kind !== 'delete-approved' && kind !== 'document-recalled')
  const [only, another] = new Set(readable.map(linkTo))
  // Requested documents are uploaded on the first page.
  if (only && !another && requested.length + conversations.length === 0)
    return { words: kind === 'delete-requested' ? 'Open the request' : 'Open the document', link: only }
  if (kind === 'file-received') return { words: 'Open the new files', link: `${portalUrl()}/admin/documents?state=new` }
  if (kind === 'delete-requested')
    return { words: 'Open the delete requests', link: `${portalUrl()}/admin/delete-requests` }
  return { words: 'Open your portal', link: portalUrl() }
}

function conversationLink([first, ...others]: UnreadConversation[]): { words: string; link: string } {
  const pages = `${portalUrl()}${first?.isOwn ? '' : '/admin'}/messages`
  return first && others.length === 0
    ? { words: 'Read the message', link: `${pages}/${first.id}` }
    : { words: 'Read the messages', link: pages }
}

/** Whether the person is notified any of it as an administrator. */
function isForOffice({ items, conversations, people, deliveries }: Digest): boolean {
  return (
    deliveries.length > 0 ||
    people.joined + people.erasures > 0 ||
    items.some(({ kind }) => kind === 'file-received' || kind === 'delete-requested') ||
    conversations.some(({ isOwn }) => !isOwn)
  )
}

function messageSentences({ length }: UnreadConversation[]): string[] {
  if (length === 0) return []
  return [length === 1 ? 'You have a new message.' : `You have new messages in ${length} conversations.`]
}

function requestedParts(requested: RequestedItem[], named: boolean): Listed[] {
  return (Object.keys(requestSentences) as RequestNoticeKind[])
    .map(kind => ({ kind, about: requested.filter(one => one.kind === kind) }))
    .filter(({ about }) => about.length > 0)
    .map(({ kind, about }) => ({
      sentence: about.length === 1 ? requestSentences[kind].one : requestSentences[kind].many(about.length),
      names: named ? about.map(({ name }) => ({ name })) : [],
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

function portalUrl(): string {
  return siteOrigin() + href('/profile')
}

function linkTo({ kind, documentId }: DigestItem): string {
  if (kind === 'signature-asked' || kind === 'signature-reminder') return `${portalUrl()}/signing/${documentId}`
  const page = kind === 'delete-requested' ? `${portalUrl()}/admin/delete-requests` : portalUrl()
  return `${page}?document=${documentId}`
}
