import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { getDelivery } from '../../app/deliveries/server/delivery.ts'
import { getDeliveryToOpen } from '../../app/deliveries/server/files-to-open.ts'
import type { Actor } from '../../server/access/actor.ts'
import { eventually } from './eventually.ts'
import type { SharedPortal } from './shared-portal.ts'
import { type Sent, uploader } from './uploads.ts'

/** Uploads a file for a delivery. @returns the id of its upload */
export async function stageFile(portal: SharedPortal, actor: Actor, { filename, content }: Sent): Promise<string> {
  const person = uploader(portal, await portal.sessionOf(actor))
  const announced = await person.announce({ filename, content, metadata: { forDelivery: '1' } })
  const location = announced.headers.get('location') ?? ''
  const sent = await person.send(location, content)
  if (sent.status !== 204 || sent.headers.has('upload-document-id')) throw new Error(`not staged: ${sent.status}`)
  return location.split('/').at(-1) ?? ''
}

/** Opens every file of a pending delivery, to its end, like the page. */
export async function openDelivery(portal: SharedPortal, person: Actor, id: string): Promise<void> {
  const cookie = await portal.sessionOf(person)
  const requested = await getDeliveryToOpen(person, id)
  for (const { n } of requested?.files ?? []) {
    const answer = await portal.fetch(`/files/deliveries/${id}/${n}`, { cookie })
    if (answer.status !== 200) throw new Error(`a file could not be opened: ${answer.status}`)
    await answer.arrayBuffer()
  }
  // The last byte may arrive before that is recorded.
  await eventually('every file counts as opened', async () =>
    (await getDeliveryToOpen(person, id))?.files.every(({ isOpened }) => isOpened),
  )
}

/** Another person opens and approves a delivery. */
export async function approveDelivery(portal: SharedPortal, person: Actor, id: string): Promise<void> {
  await openDelivery(portal, person, id)
  const requested = await getDeliveryToOpen(person, id)
  await decideApproval(person, requested?.approvalId ?? '', 'approved')
}

/** Waits until a delivery is sent, or has failed. */
export function deliveryEnd(admin: Actor, id: string) {
  return eventually('the end of a delivery', async () => {
    const found = await getDelivery(admin, id)
    return found.delivery.state === 'sending' ? undefined : found
  })
}
