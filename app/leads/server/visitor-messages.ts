import type { Selectable, Transaction } from 'kysely'
import { tiers } from '../../../content/tiers.ts'
import { oneLine } from '../../../rules/text.ts'
import type { Client } from '../../../server/access/client.ts'
import { assertHuman, type FormProof } from '../../../server/access/form-proof.ts'
import { assertFields, performStep } from '../../../server/access/perform.ts'
import { actAsVisitor } from '../../../server/database/act-as.ts'
import type { Database, MessagesTable } from '../../../server/database/types.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { type MessageForm, topics } from '../leads.ts'
import { sendVisitorMessageCommand } from '../visitor-message.commands.ts'
import { createLead } from './lead-limit.ts'
import { messageToFund, receiptToVisitor } from './visitor-message-mail.ts'

export type VisitorMessage = Selectable<MessagesTable>

/**
 * Stores a visitor's message and e-mails it to the fund, with a receipt to the visitor, all or nothing.
 * @param client who sends it
 * @param fields as typed
 * @param proof sending the same form twice leaves one message
 * @returns the address that the receipt goes to
 */
export const sendMessage = performStep(
  sendVisitorMessageCommand,
  async (_, client: Client, fields: Record<string, string>, proof: FormProof): Promise<{ email: string }> => {
    const { name, email, message, ...values } = assertFields(sendVisitorMessageCommand, fields)
    const range = oneLine(values.amountRange)
    const form: MessageForm = {
      topic: topics.find(topic => topic === values.topic) ?? 'question',
      ...{ name, email, message },
      phone: values.phone || null,
      amountRange: tiers.some(({ label }) => label === range) ? range : null,
    }
    const id = assertHuman('message', proof)
    const store = async (tx: Transaction<Database>) => {
      const { amountRange, ...columns } = form
      const inserted = await tx
        .insertInto('messages')
        .values({ id, ...columns, amount_range: amountRange })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      if (!inserted.numInsertedOrUpdatedRows) return { created: false }
      await queueMail(tx, messageToFund(id, form))
      await queueMail(tx, receiptToVisitor(form.email))
      return { created: true }
    }
    await createLead('message', client, form.email, () => actAsVisitor(store))
    return { email: form.email }
  },
)
