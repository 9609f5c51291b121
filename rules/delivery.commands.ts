import { defineCommand, refusalsFrom } from './commands/command.ts'
import { lines } from './commands/fields.ts'
import { deliveryMessages as messages, recallReasonLength } from './deliveries.ts'

/* Deliveries: what the office does with one that it has sent. */

const { DELIVERY_REASON } = messages
const hint =
  'Its documents are hidden at once from everyone but the office, which keeps them with every byte that was served. Those who had heard of one get a neutral e-mail; other administrators are told.'

export const recallDeliveryCommand = defineCommand({
  name: 'delivery.recall',
  by: 'administrator',
  about: 'delivery',
  fields: { reason: lines('Reason', { most: recallReasonLength, rows: 2, hint }, { DELIVERY_REASON }) },
  refusals: refusalsFrom(messages, { DELIVERY_STATE: null, DELIVERY_RECALLED: null }),
  button: 'Recall',
  busy: 'Recalling…',
  notice: 'Recalled. Only the office sees these documents now.',
  failed: messages.DELIVERY_FAILED_CHANGE,
  log: { 'delivery.recalled': 'Recalled a delivery' },
})
