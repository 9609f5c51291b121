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
 * Keeps a visitor's message and mails it to the fund, with a receipt to the visitor: all of it or nothing.
 * @param client who sends it
 * @param id made with the form: the same form sent twice is one message
 * @param fields what was typed (`rules/leads.ts`)
 * @throws PortalError for what the visitor can mend, and TOO_MANY_LEADS
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
