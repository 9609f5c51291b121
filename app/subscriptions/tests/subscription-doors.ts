import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { newHolder } from '../../register/tests/register-doors.ts'

const terms = { amount: 200_000_00n, term: '12', payout: 'monthly' } as const
const typed = { amount: '200,000', term: '12', payout: 'monthly' }
const notTheirs = ownerOnly('changes', 'NOT_FOUND')
type Made = { id: string; offering: string; holder: string }

const of = <Result>(
  state: string,
  call: (actor: Parameters<typeof op.chooseTerms>[0], made: Made) => Result,
  gets = notTheirs,
) =>
  about(
    (world: World) => newSubscription(world, state),
    ({ actor }, made) => call(actor, made),
    gets,
  )

/** Subscriptions and offerings: what investors do, and what the office reads. Its acts follow from the commands. */
export const subscriptionDoors = {
  getOwnSubscriptions: of('holder', actor => op.getOwnSubscriptions(actor), ownerOnly('sees', 'ok')),
  getOwnSubscription: of(
    'holder',
    (actor, { id }) => op.getOwnSubscription(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  getJoinedSubscriptions: of('holder', actor => op.getJoinedSubscriptions(actor, randomUUID()), everyone('ok')),
  startSubscription: of(
    'draft',
    (actor, { offering }) => op.startSubscription(actor, { offering, renews: '', ...terms }),
    everyone('OFFERING_CLOSED'),
  ),
  prepareSubscription: of(
    'holder',
    (actor, { offering, holder }) => op.prepareSubscription(actor, { offering, holder, ...terms }),
    everyone('ADVISER_ONLY', { anonymous: 'OFFERING_CLOSED', guest: 'OFFERING_CLOSED', disabled: 'OFFERING_CLOSED' }),
  ),
  chooseTerms: of('holder', (actor, { id }) => op.chooseTerms(actor, id, terms), {
    ...notTheirs,
    administrator: 'FORBIDDEN',
  }),
  chooseHolder: of('holder', (actor, { id, holder }) => op.chooseHolder(actor, id, { holder }), {
    ...notTheirs,
    // The same holder again.
    owner: 'ok',
    administrator: 'SUBSCRIPTION_HOLDER',
  }),
  wantHolder: of('terms', (actor, { id }) => op.wantHolder(actor, id, { kind: 'llc', name: mark }), {
    ...notTheirs,
    administrator: 'FORBIDDEN',
  }),
  remarkOnSubscription: of(
    'holder',
    (actor, { id }) => op.remarkOnSubscription(actor, id, { topic: 'amount', remark: mark }),
    ownerAndAdministrators('changes', 'NOT_FOUND'),
  ),
  acknowledgeDisclosures: of('holder', (actor, { id }) => op.acknowledgeDisclosures(actor, id, { read: true }), {
    ...everyone('NOT_FOUND'),
    ...{ owner: 'DISCLOSURE_UNREAD', administrator: 'DISCLOSURE_UNREAD' },
  }),
  makeAgreement: of('holder', (actor, { id }) => op.makeAgreement(actor, id, { shown: '' }), {
    ...everyone('NOT_FOUND'),
    ...{ owner: 'SUBSCRIPTION_CHANGED', administrator: 'SUBSCRIPTION_CHANGED' },
  }),
  changeAgreement: of('holder', (actor, { id }) => op.changeAgreement(actor, id), {
    ...everyone('NOT_FOUND'),
    ...{ owner: 'SUBSCRIPTION_STATE', administrator: 'SUBSCRIPTION_STATE' },
  }),
  withdrawSubscription: of('holder', (actor, { id }) => op.withdrawSubscription(actor, id), {
    ...notTheirs,
    administrator: 'FORBIDDEN',
  }),
  getSubscriptions: of('holder', actor => op.getSubscriptions(actor), administrators('sees', 'FORBIDDEN')),
  getSubscription: of('holder', (actor, { id }) => op.getSubscription(actor, id), administrators('sees', 'FORBIDDEN')),
  getOfferings: of('holder', actor => op.getOfferings(actor), administrators('ok', 'FORBIDDEN')),
  getOffering: of(
    'holder',
    (actor, { offering }) => op.getOffering(actor, offering),
    administrators('ok', 'FORBIDDEN'),
  ),
  // Without a memorandum; with all that it needs, see offerings.test.ts.
  requestOfferingOpening: about(
    world => newOffering(world, 'draft'),
    ({ actor }, offering) => op.requestOfferingOpening(actor, offering),
    administrators('OFFERING_NOT_READY', 'FORBIDDEN', { disabled: 'NO_SESSION' }),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const own = '/profile/subscribe'
const office = '/profile/admin/subscriptions'
const offerings = '/profile/admin/offerings'

const page = (door: string, gets: Gets, path: (made: Made) => string, state = 'holder') =>
  row(door, gets, async world => ({ path: path(await newSubscription(world, state)) }))
const step = (intent: string, gets: Gets, state: string, fields: (made: Made) => Record<string, string> = () => ({})) =>
  form(`POST ${own}/:id subscription.${intent}`, gets, async world => {
    const made = await newSubscription(world, state)
    return { at: `${own}/${made.id}`, ...fields(made) }
  })
const changes = ownerOnly('changes', '404', signInFirst)
const refused = (code: string) => everyone('404', { ...signInFirst, owner: code, administrator: code })

/** Their pages, and what these ask for. */
export const subscriptionAddresses: AddressRow[] = [
  page(`GET ${own}`, ownerOnly('sees', '200', toSignIn), () => own),
  page(`GET ${own}/:id`, ownerAndAdministrators('sees', '404', toSignIn), ({ id }) => `${own}/${id}`),
  form(`POST ${own} subscription.start`, everyone('400', signInFirst), async world => ({
    offering: (await newSubscription(world, 'draft')).offering,
    ...typed,
  })),
  form(`POST ${own} subscription.prepare`, everyone('400', signInFirst), async world => {
    const { offering, holder } = await newSubscription(world, 'holder')
    return { offering, holder, ...typed }
  }),
  step('terms', { ...changes, administrator: '403' }, 'holder', () => typed),
  step('holder', { ...changes, owner: '302', administrator: '400' }, 'holder', ({ holder }) => ({ holder })),
  step('want_holder', { ...changes, administrator: '403' }, 'terms', () => ({ kind: 'llc', name: mark })),
  step('remark', ownerAndAdministrators('changes', '404', signInFirst), 'holder', () => ({
    topic: 'amount',
    remark: mark,
  })),
  step('acknowledge', refused('400'), 'holder', () => ({ read: '1' })),
  step('agree', refused('400'), 'holder', () => ({ shown: '' })),
  step('change', refused('400'), 'holder'),
  step('withdraw', { ...changes, administrator: '403' }, 'holder'),
  page(`GET ${office}`, administrators('sees', '403', toSignIn), () => office),
  page(`GET ${office}/:id`, administrators('sees', '403', toSignIn), ({ id }) => `${office}/${id}`),
  form(`POST ${office}/:id subscription.reject`, async world => ({
    at: `${office}/${(await newSubscription(world, 'holder')).id}`,
    reason: mark,
  })),
  form(
    `POST ${office}/:id subscription.remark`,
    ownerAndAdministrators('changes', '404', signInFirst),
    async world => ({
      ...{ at: `${office}/${(await newSubscription(world, 'holder')).id}`, topic: 'amount', remark: mark },
    }),
  ),
  form(`POST ${office}/:id subscription.remind`, async world => ({
    at: `${office}/${(await newSubscription(world, 'holder')).id}`,
  })),
  at(`GET ${offerings}`, administrators('200', '403', toSignIn)),
  page(`GET ${offerings}/:id`, administrators('200', '403', toSignIn), ({ offering }) => `${offerings}/${offering}`),
  form(`POST ${offerings} offering.draft`, () => ({ name: `${mark} ${randomUUID()}`, kinds: 'llc' })),
  form(`POST ${offerings}/:id offering.change`, async world => {
    const { offering } = await newSubscription(world, 'draft')
    return { at: `${offerings}/${offering}`, name: `${mark} ${randomUUID()}`, kinds: 'llc' }
  }),
  form(`POST ${offerings}/:id offering.publish`, async world => {
    const { offering } = await newSubscription(world, 'draft')
    const { id } = await givenDocument(world.portal, world.people.administrator)
    return { at: `${offerings}/${offering}`, document: id, title: mark }
  }),
  form(`POST ${offerings}/:id offering.open`, administrators('400', '403', signInFirst), async world => ({
    at: `${offerings}/${await newOffering(world, 'draft')}`,
  })),
  form(`POST ${offerings}/:id offering.close`, async world => ({
    at: `${offerings}/${(await newSubscription(world, 'holder')).offering}`,
  })),
]

const denied = everyone('denied')
type Change = [string, Gets]

/** Their tables, see `tableDoors`. */
export const subscriptionTableDoors = {
  offerings: {
    owners: "id = '$offering'",
    read: everyone('rows', { anonymous: 'none', guest: 'none', disabled: 'none' }),
    change: ["name = 'x'", administrators('denied', 'none')] as Change,
    remove: denied,
    add: ["(name, kinds) values ('x', '{llc}')", administrators('rows', 'denied')] as Change,
  },
  disclosures: {
    owners: "offering_id = '$offering'",
    read: everyone('rows', { anonymous: 'none', guest: 'none', disabled: 'none' }),
    change: ["title = 'x'", denied] as Change,
    remove: denied,
    add: ["(offering_id, number, title, document_id) values ('$offering', 2, 'x', '$document')", denied] as Change,
  },
  disclosure_receipts: {
    owners: "user_id = '$owner'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['acknowledged_at = now()', denied] as Change,
    remove: denied,
    add: ["(disclosure_id) values ('$disclosure')", everyone('23514', { anonymous: '23514' })] as Change,
  },
  subscriptions: {
    owners: "id = '$subscription'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["state = 'confirmed'", everyone('none', { owner: 'denied', administrator: 'denied' })] as Change,
    remove: denied,
    add: [
      "(offering_id, person_id, state) values ('$opened', '$owner', 'started')",
      ownerOnly('rows', 'denied'),
    ] as Change,
  },
  subscription_remarks: {
    owners: "subscription_id = '$subscription'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["body = 'x'", denied] as Change,
    remove: denied,
    add: [
      "(subscription_id, about, body) values ('$subscription', 'amount', 'x')",
      ownerAndAdministrators('rows', 'denied'),
    ] as Change,
  },
}

/** Their functions, see `functionDoors`. */
export const subscriptionFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.is_accepted': {
    call: 'app.is_accepted()',
    gets: everyone('ok', { anonymous: 'nothing', guest: 'nothing', disabled: 'nothing' }),
  },
  'app.disclosed': {
    call: "(select document_id from disclosures where id = '$disclosure') = any (app.disclosed())",
    gets: everyone('ok', { anonymous: 'nothing', guest: 'nothing', disabled: 'nothing' }),
  },
  'app.has_been_served': { call: "app.has_been_served('$document')", gets: everyone('nothing') },
  'app.is_own_pdf': { call: "app.is_own_pdf('$document')", gets: everyone('nothing') },
  'app.advises': { call: "app.advises('$subscribed')", gets: everyone('nothing') },
  'app.notified_of_subscription': {
    call: "app.notified_of_subscription('$subscription') <> '{}'",
    gets: everyone('nothing', { administrator: 'ok' }),
  },
  'app.request_documents': { call: "app.request_documents('$subscription', '{x}') is null", gets: denied },
  'app.unread_disclosures': {
    call: "app.unread_disclosures('$offering', '$owner') = 1",
    gets: ownerAndAdministrators('ok', 'denied'),
  },
  'app.offering_problems': {
    call: "app.offering_problems('$offering') is not null",
    gets: administrators('ok', 'denied'),
  },
  'app.subscription_has': {
    call: "(select app.subscription_has('quoted', s) from subscriptions s where s.id = '$subscription')",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  'app.signers_of': { call: "exists (select from app.signers_of('$subscribed'))", gets: ownerOnly('ok', 'nothing') },
  'app.send_agreement': { call: "app.send_agreement('{}') is null", gets: denied },
  'app.void_agreement': { call: "app.void_agreement('$subscription', 'x') is not null", gets: everyone('nothing') },
}

/** What the doors of the tables are about. */
export async function subscriptionRows(world: World): Promise<Record<string, string>> {
  const { owner } = world.portal
  const { id, offering, holder } = await newSubscription(world, 'holder')
  const { rows } = await owner.query('select id from disclosures where offering_id = $1', [offering])
  await owner.query('insert into disclosure_receipts (disclosure_id, user_id, served_at) values ($1, $2, now())', [
    rows[0].id,
    world.owner.id,
  ])
  await owner.query(
    "insert into subscription_remarks (subscription_id, about, body, written_by, side) values ($1, 'amount', 'x', $2, 'investor')",
    [id, world.owner.id],
  )
  const { rows: other } = await owner.query(
    "insert into disclosures (offering_id, number, title, document_id, published_by) values ($1, 2, 'x', $2, $3) returning id",
    [offering, await world.newDocument(), world.people.administrator.id],
  )
  const $opened = await newOffering(world, 'open')
  return { $subscription: id, $offering: offering, $subscribed: holder, $disclosure: other[0].id, $opened }
}

/** An offering without disclosures. */
async function newOffering({ portal, people }: World, state: 'draft' | 'open'): Promise<string> {
  const { rows } = await portal.owner.query(
    `insert into offerings (name, kinds, state, created_by, opened_at) values ($1, '{individual,llc}', $2, $3, $4) returning id`,
    [`Offering ${randomUUID()}`, state, people.administrator.id, state === 'draft' ? null : new Date()],
  )
  return rows[0].id
}

/**
 * A subscription of the owner's, for a holder of theirs.
 * @param state its state; 'draft' where its offering isn't open
 */
async function newSubscription(world: World, state: string): Promise<Made> {
  const { owner } = world.portal
  const by = world.people.administrator.id
  const offering = await newOffering(world, state === 'draft' ? 'draft' : 'open')
  await owner.query(
    "insert into disclosures (offering_id, number, title, document_id, published_by) values ($1, 1, 'Memorandum', $2, $3)",
    [offering, await world.newDocument(), by],
  )
  const holder = await newHolder(world)
  const { rows: made } = await owner.query(
    `insert into subscriptions (offering_id, person_id, holder_id, state, amount_cents, term_months, payout, rate_bp, quoted_through)
    values ($1, $2, $3, $4, 20000000, 12, 'monthly', 1100, app.fund_day() + 30) returning id`,
    [offering, world.owner.id, state === 'terms' ? null : holder, state === 'terms' ? 'terms' : 'holder'],
  )
  return { id: made[0].id, offering, holder }
}
