import type pg from 'pg'
import { fund } from '../../content/fund.ts'
import { dollars } from '../../rules/number.ts'
import * as sample from '../sample/conversations.ts'
import { amountOf, atFund, sampleNoteNumber } from './sample-terms.ts'

/** A conversation of the sample fund. */
interface DemoConversation {
  /** The investor's e-mail address. */
  with: string
  subject: string
  /** The name of the document it is about. */
  document?: string
  messages: DemoMessage[]
}

interface DemoMessage {
  /** Its sender's e-mail address. */
  by: string
  /** Days ago. */
  ago: number
  body: string
  /** Names of the investor's documents. */
  attached?: string[]
}

const desk = atFund('admin')
const elena = 'elena.marsh@example.com'
const paul = 'paul.okafor@example.com'

export const conversations: DemoConversation[] = [
  {
    with: elena,
    subject: 'When the first payment arrives',
    document: `Promissory note ${sampleNoteNumber}.pdf`,
    messages: [
      {
        by: elena,
        ago: 2.3,
        body: 'The note names Dec 14 for the first payment. Is that the day it reaches my account, or the day you send it?\n\nMy bank took four days last time.',
      },
      {
        by: desk,
        ago: 1.9,
        body: 'It’s the day we send it. A wire usually arrives the same day; a bank that holds incoming transfers may take longer. The confirmation of your own wire shows how long yours took.\n\nIf Dec 14 would be too late for you, tell us and we’ll send it two business days earlier.',
        attached: ['Wire confirmation.pdf'],
      },
    ],
  },
  {
    with: elena,
    subject: `Welcome to ${fund.shortName}`,
    messages: [
      {
        by: desk,
        ago: 389,
        body: 'Welcome, Dr. Marsh. Your documents will appear in this portal as we prepare them, and this is the place for any question about them.',
      },
      { by: elena, ago: 388.6, body: 'Thank you. I look forward to it.' },
    ],
  },
  {
    with: paul,
    subject: 'A second note for the holding company',
    messages: [
      {
        by: paul,
        ago: 0.4,
        body: `We’d like to place another ${dollars(amountOf(1.75))} in January, in the name of Okafor Holdings LLC. Would a two-year note at the tier above be possible, or is each note its own tier?`,
      },
    ],
  },
]

/**
 * Adds the sample fund's conversations. Each side has read the other's messages before its own last one.
 * @param owner the database's owner, who can backdate rows
 * @param people `user_profiles.id` and name by e-mail address
 */
export async function addConversations(
  owner: pg.Client,
  people: ReadonlyMap<string, { id: string; name: string }>,
  daysAgo: (days: number) => Date,
): Promise<void> {
  for (const { with: investor, subject, document, messages } of conversations) {
    const person_id = String(people.get(investor)?.id)
    const named = async (names: readonly (string | undefined)[]): Promise<string[]> => {
      const wanted = 'select id from documents where user_id = $1 and filename = any ($2) order by filename'
      return (await owner.query(wanted, [person_id, names])).rows.map(row => row.id)
    }
    const id = await sample.conversations.insert(owner, {
      person_id,
      subject,
      document_id: (await named([document]))[0],
    })
    for (const { by, body, attached = [] } of messages) {
      const sender = people.get(by)
      const from = { sender_id: sender?.id, sender_name: sender?.name, from_fund: sender?.id !== person_id }
      await sample.insertMessage(owner, { conversation_id: id, ...from, body }, await named(attached))
    }
    // The database dates messages itself; those of a sample fund are older.
    for (const { ago, body } of messages) {
      const dated = 'update conversation_messages set created_at = $3 where conversation_id = $1 and body = $2'
      await owner.query(dated, [id, body, daysAgo(ago)])
    }
    await owner.query(
      `update conversations c set created_at = (select min(created_at) from conversation_messages where conversation_id = c.id),
        from_person_at = (select max(created_at) from conversation_messages where conversation_id = c.id and not from_fund),
        from_fund_at = (select max(created_at) from conversation_messages where conversation_id = c.id and from_fund)
      where c.id = $1`,
      [id],
    )
    await owner.query(
      sample.conversationReads.from(
        { conversation_id: 'conversation_id', reader_id: 'sender_id', read_at: 'max(created_at)' },
        'conversation_messages where conversation_id = $1 group by conversation_id, sender_id',
      ),
      [id],
    )
  }
}
