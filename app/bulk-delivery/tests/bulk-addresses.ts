import { administrators } from '../../../tests/attacks/doors/actors.ts'
import {
  type AddressRow,
  form,
  noSession,
  row,
  signInFirst,
  toSignIn,
} from '../../../tests/attacks/doors/address-door.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newBatch } from './bulk-doors.ts'

const pageOf = (batch: string) => `/profile/admin/bulk/${batch}`
const ofBatch = (intent: string, gets: string, fields: Record<string, string> = {}, state?: 'released') =>
  form(`POST /profile/admin/bulk/:id ${intent}`, administrators(gets, '403', signInFirst), async world => ({
    at: pageOf((await newBatch(world, state)).batch),
    ...fields,
  }))
const ofItem = (
  intent: string,
  gets: string,
  fields: (made: { holder: string }) => Record<string, string> = () => ({}),
) =>
  form(`POST /profile/admin/bulk/:id/papers/:item ${intent}`, administrators(gets, '403', signInFirst), async world => {
    const made = await newBatch(world)
    return { at: `${pageOf(made.batch)}/papers/${made.item}`, ...fields(made) }
  })

/** Bulk deliveries: their pages, what these ask for, and the pages of documents before their release. */
export const bulkAddresses: AddressRow[] = [
  row('GET /profile/admin/bulk', administrators('sees', '403', toSignIn), async world => {
    await newBatch(world)
    return { path: '/profile/admin/bulk' }
  }),
  row('GET /profile/admin/bulk/new', administrators('200', '403', toSignIn), () => ({
    path: '/profile/admin/bulk/new',
  })),
  row('GET /profile/admin/bulk/:id', administrators('sees', '403', toSignIn), async world => ({
    path: pageOf((await newBatch(world)).batch),
  })),
  row('GET /profile/admin/bulk/:id/look', administrators('sees', '403', toSignIn), async world => ({
    path: `${pageOf((await newBatch(world, 'asked')).batch)}/look`,
  })),
  row('GET /profile/admin/bulk/:id/papers/:item', administrators('sees', '403', toSignIn), async world => {
    const { batch, item } = await newBatch(world)
    return { path: `${pageOf(batch)}/papers/${item}` }
  }),
  row('GET /profile/bulk.csv', administrators('sees', '403', toSignIn), async world => ({
    path: `/profile/bulk.csv?batch=${(await newBatch(world, 'released')).batch}`,
  })),
  row('GET /files/papers/:id', administrators('sees', '403', noSession), async (world: World) => ({
    path: `/files/papers/${(await newBatch(world)).item}`,
  })),
  ofBatch('papers.read_again', 'changes', { split: 'whole', pages: '1' }),
  ofBatch('papers.exclude_open', 'changes', { reason: 'A test' }),
  ofBatch('papers.discard', 'changes'),
  ofBatch('papers.recall', 'changes', { reason: 'A test' }, 'released'),
  ofItem('papers.match', 'changes', ({ holder }) => ({ holder })),
  ofItem('papers.exclude', 'changes', () => ({ reason: 'A test' })),
]
