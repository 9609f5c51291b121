import type { Selectable } from 'kysely'
import { tiers } from '../../content/tiers.ts'
import { readMessage } from '../../rules/leads.ts'
import type { Client } from '../access/client.ts'
import { assertHuman, type FormProof } from '../access/form-proof.ts'
import { assertId } from '../access/ids.ts'
import { assertValid } from '../access/validation.ts'
import { actAsVisitor } from '../database/act-as.ts'
import type { MessagesTable } from '../database/types.ts'
import { queueMail } from '../mail/mailer.ts'
import { enforceLeadLimit } from './lead-limit.ts'
import { messageToFund, receiptToVisitor } from './visitor-message-mail.ts'

export type VisitorMessage = Selectable<MessagesTable>

/**
 * Stores a visitor's message and e-mails it to the fund, with a receipt to the visitor, all or nothing.
 * @param client who sends it
 * @param id created with the form: sending the same form twice leaves one message
 * @param fields as typed (`rules/leads.ts`)
 * @throws PortalError TOO_MANY_LEADS, or what the visitor can correct
 */
export async function sendMessage(
  client: Client,
  id: string,
  fields: Record<string, string>,
  proof: FormProof,
): Promise<void> {
  const { form, problems } = readMessage(
    fields,
    tiers.map(tier => tier.label),
  )
  assertValid(problems)
  assertHuman(proof)
  await enforceLeadLimit(client, form.email)
  await actAsVisitor(async tx => {
    const { amountRange, ...columns } = form
    const inserted = await tx
      .insertInto('messages')
      .values({ id: assertId(id), ...columns, amount_range: amountRange })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (!inserted.numInsertedOrUpdatedRows) return
    await queueMail(tx, messageToFund(form))
    await queueMail(tx, receiptToVisitor(form.email))
  })
}
