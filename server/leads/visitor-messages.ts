import type { Selectable, Transaction } from 'kysely'
import { tiers } from '../../content/tiers.ts'
import { readMessage } from '../../rules/leads.ts'
import type { Client } from '../access/client.ts'
import { assertHuman, type FormProof } from '../access/form-proof.ts'
import { assertValid } from '../access/validation.ts'
import { actAsVisitor } from '../database/act-as.ts'
import type { Database, MessagesTable } from '../database/types.ts'
import { queueMail } from '../mail/mailer.ts'
import { createLead } from './lead-limit.ts'
import { messageToFund, receiptToVisitor } from './visitor-message-mail.ts'

export type VisitorMessage = Selectable<MessagesTable>

/**
 * Stores a visitor's message and e-mails it to the fund, with a receipt to the visitor, all or nothing.
 * @param client who sends it
 * @param fields as typed (`rules/leads.ts`)
 * @param proof sending the same form twice leaves one message
 * @returns the address that the receipt goes to
 * @throws PortalError TOO_MANY_TODAY, TOO_MANY_LEADS, or what the visitor can correct
 */
export async function sendMessage(
  client: Client,
  fields: Record<string, string>,
  proof: FormProof,
): Promise<{ email: string }> {
  const { form, problems } = readMessage(
    fields,
    tiers.map(tier => tier.label),
  )
  assertValid(problems)
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
}
