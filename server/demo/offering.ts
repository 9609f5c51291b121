import type { HolderKind } from '../../app/holders/holders.ts'
import { canStoreNumbers } from '../../app/holders/server/number-vault.ts'
import { openOfferingCommand } from '../../app/subscriptions/offerings.commands.ts'
import { startSubscription } from '../../app/subscriptions/server/choose.ts'
import { draftOffering, publishDisclosure, requestOfferingOpening } from '../../app/subscriptions/server/offerings.ts'
import { wireWaitDays } from '../../app/wire-instructions/limits.ts'
import { requestWire } from '../../app/wire-instructions/server/wire-versions.ts'
import { changeWireCommand } from '../../app/wire-instructions/wire.commands.ts'
import { agreement } from '../../content/agreement.ts'
import { fund } from '../../content/fund.ts'
import { noteSettings } from '../../content/notes.ts'
import { addFile } from '../sample/documents.ts'
import { approve, type Filling } from './filling.ts'
import { printMemorandum } from './sample-documents.ts'
import { verifyingAmount } from './sample-terms.ts'

const memorandum = 'Private placement memorandum'

/**
 * Opens the sample fund's offering for every kind of holder, with its memorandum and wire instructions, and has Paul Okafor
 * begin an investment for his company. Without a key for account numbers there are no wire instructions, so nothing is offered.
 * @param holderId the company
 */
export async function openSampleOffering(filling: Filling, holderId: string): Promise<void> {
  if (!canStoreNumbers()) return
  const { owner, desk, paul } = filling
  await enterWireInstructions(filling)
  const find = async (query: string): Promise<string | undefined> =>
    (await owner.query(query, [noteSettings.offering])).rows[0]?.id
  const kinds = Object.keys(agreement.kinds) as HolderKind[]
  const offering =
    (await find('select id from offerings where name = $1')) ??
    (await draftOffering(desk, { name: noteSettings.offering, kinds }))
  if (!(await find('select d.id from disclosures d join offerings o on o.id = d.offering_id where o.name = $1'))) {
    const filed = {
      user_id: desk.id,
      uploaded_by: desk.id,
      filename: `${memorandum}.pdf`,
      category: 'Notices' as const,
    }
    const document = await addFile(owner, await printMemorandum(), filed)
    await publishDisclosure(desk, offering, { document, title: memorandum })
  }
  await approve(filling, { kind: openOfferingCommand.name, subject_id: offering }, () =>
    requestOfferingOpening(desk, offering),
  )
  if (await find('select s.id from subscriptions s join offerings o on o.id = s.offering_id where o.name = $1')) return
  const amount = BigInt(verifyingAmount(2)) * 100n
  await startSubscription(paul, {
    offering,
    renews: '',
    holder: holderId,
    amount,
    term: '24',
    payout: fund.payouts[0] ?? 'monthly',
  })
}

/** Two people enter a made-up account, which has been in force since yesterday. */
async function enterWireInstructions(filling: Filling): Promise<void> {
  const { owner, desk } = filling
  await approve(filling, { kind: changeWireCommand.name }, () =>
    requestWire(desk, {
      ...{ bankName: 'Sample Bank of Dallas', bankAddress: '1 Main Street, Dallas, TX', routingNumber: '111000025' },
      ...{ accountName: fund.name, accountNumber: '0000123456', furtherCredit: '' },
    }),
  )
  // Only the owner can date it back, and the sample fund can't wait.
  await owner.query(
    `alter table wire_instructions disable trigger user;
    update wire_instructions set approved_at = now() - interval '${wireWaitDays + 1} days' where approved_at > now() - interval '${wireWaitDays} days';
    alter table wire_instructions enable trigger user; alter table wire_instructions enable always trigger guard`,
  )
}
