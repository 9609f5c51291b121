import type { Actor } from '../../server/access/actor.ts'
import { getDelivery } from '../../server/deliveries/deliveries-list.ts'
import { eventually } from './eventually.ts'
import type { SharedPortal } from './shared-portal.ts'
import { type Sent, uploader } from './uploads.ts'

/** Uploads a file that is to be delivered. @returns the id of its upload */
export async function stageFile(portal: SharedPortal, actor: Actor, { filename, content }: Sent): Promise<string> {
  const person = uploader(portal, await portal.sessionOf(actor))
  const announced = await person.announce({ filename, content, metadata: { forDelivery: '1' } })
  const location = announced.headers.get('location') ?? ''
  const sent = await person.send(location, content)
  if (sent.status !== 204 || sent.headers.has('upload-document-id')) throw new Error(`not staged: ${sent.status}`)
  return location.split('/').at(-1) ?? ''
}

/** Waits until a delivery is sent, or can't be. */
export function deliveryEnd(admin: Actor, id: string) {
  return eventually('the end of a delivery', async () => {
    const found = await getDelivery(admin, id)
    return found.delivery.state === 'sending' ? undefined : found
  })
}
